import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openDatabase } from '../../../../adapters/knex/index.js';
import { collect } from '../../../support/collect.js';
import { engineFlags } from '../../../support/processes/program-process.js';

import { inTemporaryDirectory } from '../temporary-directory.js';

const writer = fileURLToPath(new URL('./endless-writer.js', import.meta.url));

/** Runs the writer until it has committed `commits` addresses, then kills it. @returns the committed addresses */
async function killAfter(directory: string, commits: number): Promise<string[]> {
  const child = spawn(process.execPath, [...engineFlags, writer, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const committed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    committed.push(line);
    if (committed.length === commits) child.kill('SIGKILL');
  }
  await exited;
  return committed;
}

async function storedIn(directory: string): Promise<string[]> {
  const database = await openDatabase({ url: `file:${directory}` });
  try {
    return (await collect(database.readers.addresses.list({ order: 'address' }))).map(({ ip }) => ip.toString());
  } finally {
    await database.close();
  }
}

describe('An embedded database whose process is killed', () => {
  it('opens again with everything that was committed', async function () {
    this.timeout(120_000);
    await inTemporaryDirectory(async (directory) => {
      for (const commits of [1, 150]) {
        const committed = await killAfter(directory, commits);
        expect(committed.length).to.be.at.least(commits);
        expect(await storedIn(directory)).to.include.members(committed);
      }
    });
  });

  it('starts anew when it was killed during its creation', async function () {
    this.timeout(120_000);
    await inTemporaryDirectory(async (directory) => {
      const child = spawn(process.execPath, [...engineFlags, writer, directory], { stdio: 'ignore' });
      const exited = once(child, 'exit');
      while (!existsSync(join(directory, 'postgres.new', 'base'))) await delay(5);
      child.kill('SIGKILL');
      await exited;
      expect(existsSync(join(directory, 'postgres'))).to.equal(false);
      const database = await openDatabase({ url: `file:${directory}` });
      await database.migrate();
      await database.ping();
      await database.close();
    });
  });
});
