import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'chai';
import { startPGlite } from '../../../../adapters/knex/embedded/data-files.js';
import { inTemporaryDirectory } from '../temporary-directory.js';

/** Lets files of new tables find too many open files, so many times, while work runs. @returns how often they did */
async function whileFilesAreMany(
  call: 'openSync' | 'writeFileSync',
  times: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const original = fs[call] as (...args: unknown[]) => unknown;
  let failures = 0;
  const failing = (...args: unknown[]): unknown => {
    const path = String(args[0]);
    const isNew = /\/base\/\d+\/\d+$/.test(path) && (fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
    if (!isNew || failures >= times) return original(...args);
    failures++;
    throw Object.assign(new Error('EMFILE: injected'), { code: 'EMFILE', errno: -24, syscall: 'open' });
  };
  Object.assign(fs, { [call]: failing });
  syncBuiltinESMExports();
  try {
    await work();
    return failures;
  } finally {
    Object.assign(fs, { [call]: original });
    syncBuiltinESMExports();
  }
}

describe('An embedded database that finds too many files open', function () {
  this.timeout(120_000);

  for (const [when, call] of [
    ['creates', 'writeFileSync'],
    ['opens', 'openSync'],
  ] as const)
    it(`as it ${when} a new one closes another and tries again`, () =>
      inTemporaryDirectory(async (directory) => {
        const pglite = await startPGlite(directory, { sync: false });
        const failures = await whileFilesAreMany(call, 3, () => pglite.exec('create table many (value integer)'));
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
