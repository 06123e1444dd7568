import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a test with a directory of its own, which is gone afterwards. */
export async function inTemporaryDirectory<T>(test: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'hexipam-knex-'));
  try {
    return await test(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
