import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'chai';
import { startPGlite } from '../../../../adapters/knex/embedded/data-files.js';
import { inTemporaryDirectory } from '../temporary-directory.js';

/** Makes `times` operations on files of new tables fail with EMFILE during `work`. @returns the number of failures */
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

describe('An embedded database with too many open files', function () {
  this.timeout(120_000);

  for (const [when, call] of [
    ['creates', 'writeFileSync'],
    ['opens', 'openSync'],
  ] as const)
    it(`closes another one and retries when it ${when} a new one`, () =>
      inTemporaryDirectory(async (directory) => {
        const pglite = await startPGlite(directory, { sync: false });
        const failures = await whileFilesAreMany(call, 3, () => pglite.exec('create table many (value integer)'));
        await pglite.exec('insert into many values (1)');
        const { rows } = await pglite.query('select value from many');
        await pglite.close();
        expect({ failures, rows }).to.deep.equal({ failures: 3, rows: [{ value: 1 }] });
      }));

  it('opens at most the given number of files', () =>
    inTemporaryDirectory(async (directory) => {
      const pglite = await startPGlite(directory, { sync: false, maxOpenFiles: 64 });
      const { rows } = await pglite.query('show max_files_per_process');
      await pglite.close();
      expect(rows).to.deep.equal([{ max_files_per_process: '64' }]);
    }));
});
