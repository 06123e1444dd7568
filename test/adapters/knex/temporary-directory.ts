import { makeTemporaryFolder } from '../../support/temporary-folder.js';

/** Runs a test with a temporary directory, which is removed afterwards. */
export async function inTemporaryDirectory<T>(test: (directory: string) => Promise<T>): Promise<T> {
  const folder = makeTemporaryFolder();
  try {
    return await test(folder.path);
  } finally {
    folder.remove();
  }
}
