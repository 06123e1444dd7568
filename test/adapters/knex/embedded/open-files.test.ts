import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'chai';
import { startPGlite } from '../../../../adapters/knex/embedded/data-files.js';
import { inTemporaryDirectory } from '../temporary-directory.js';

/** Lets new tables find too many open files, so many times, while work runs. @returns how often they did */
async function whileFilesAreMany(times: number, work: () => Promise<unknown>): Promise<number> {
  const { openSync } = fs;
  let failures = 0;
  const failing = (...args: Parameters<typeof openSync>): number => {
    const [path] = args;
    const isNew = /\/base\/\d+\/\d+$/.test(String(path)) && fs.statSync(path, { throwIfNoEntry: false })?.size === 0;
    if (!isNew || failures >= times) return openSync(...args);
    failures++;
    throw Object.assign(new Error('EMFILE: injected'), { code: 'EMFILE', errno: -24, syscall: 'open' });
  };
  Object.assign(fs, { openSync: failing });
  syncBuiltinESMExports();
  try {
    await work();
    return failures;
  } finally {
    Object.assign(fs, { openSync });
    syncBuiltinESMExports();
  }
}

describe('An embedded database that finds too many files open', function () {
  this.timeout(120_000);

  it('closes one and creates its file then', () =>
    inTemporaryDirectory(async (directory) => {
      const pglite = await startPGlite(directory, { sync: false });
      const failures = await whileFilesAreMany(3, () => pglite.exec('create table many (value integer)'));
      await pglite.exec('insert into many values (1)');
      const { rows } = await pglite.query('select value from many');
      await pglite.close();
      expect({ failures, rows }).to.deep.equal({ failures: 3, rows: [{ value: 1 }] });
    }));

  it('opens as many as it is given at most', () =>
    inTemporaryDirectory(async (directory) => {
      const pglite = await startPGlite(directory, { sync: false, maxOpenFiles: 64 });
      const { rows } = await pglite.query('show max_files_per_process');
      await pglite.close();
      expect(rows).to.deep.equal([{ max_files_per_process: '64' }]);
    }));
});
