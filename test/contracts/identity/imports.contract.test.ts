import { expect } from 'chai';
import type { ImportRowError } from '../../../application/ports/imports.js';
import type { ImportJob } from '../../../domain/transfer/import-job.js';
import { newUser, uniqueWord } from '../support/builders.js';
import { describeFreshContract } from '../support/contract.js';

describeFreshContract('Stored imports', ['identity', 'imports'], (storage) => {
  const addUser = () => storage.write(({ users }) => users.insert(newUser({ username: uniqueWord() }), 'hash'));
  const job = (given: Partial<ImportJob> & Pick<ImportJob, 'userId'>): Omit<ImportJob, 'id'> => ({
    ...{
      kind: 'address',
      file: `O'Neill "日"\u0000.csv`,
      update: true,
      createMissing: true,
      section: '',
      vrf: '0',
      appId: 'main',
    },
    ...{ table: { columns: ['ip'], titles: ['IP "address"'], skipsUnknown: false }, length: 7, problem: null, endedAt: null },
    ...{ received: 3, processed: 2, created: 1, changed: 0, unchanged: 0, refused: 1, added: 2, skipped: 4, state: 'receiving' },
    createdAt: '2026-03-01 12:00:00',
    ...given,
  });
  const add = (given: Partial<ImportJob> & Pick<ImportJob, 'userId'>) =>
    storage.write(({ imports }) => imports.insert(job(given)));
  const { now, later } = { now: new Date('2026-03-01T12:00:00Z'), later: new Date('2026-03-01T12:01:00Z') };
  const claim = (holder: string, at = now, until = later) => storage.write(({ imports }) => imports.claim(holder, at, until));

  it('store all their values, are replaced by id and deleted once', async () => {
    const userId = await addUser();
    const id = await add({ userId });
    expect(await storage.readers.imports.find(id)).to.deep.equal({ ...job({ userId }), id });
    const changed: ImportJob = { ...job({ userId, state: 'failed', problem: 'why', processed: 3, table: null }), id };
    await storage.write(({ imports }) => imports.update(changed));
    expect(await storage.readers.imports.find(id)).to.deep.equal(changed);
    expect(await storage.write(({ imports }) => imports.lock(id))).to.deep.equal(changed);
    const deleted = await storage.write(async ({ imports }) => [await imports.delete(id), await imports.delete(id)]);
    expect(deleted).to.deep.equal([true, false]);
    for (const unknown of [id, 0, 2 ** 40]) expect(await storage.readers.imports.find(unknown)).to.equal(undefined);
    expect(await storage.write(({ imports }) => imports.lock(2 ** 40))).to.equal(undefined);
  });

  it('are listed for their author, newest first, and deleted with the author', async () => {
    const [one, other] = [await addUser(), await addUser()];
    const ids = [await add({ userId: one }), await add({ userId: one })];
    const retained = await add({ userId: other });
    await storage.write(({ imports }) => imports.addChunk(ids[0] ?? 0, { first: 0, rows: [{ row: 2, cells: ['a'] }] }));
    expect((await storage.readers.imports.list(one)).map(({ id }) => id)).to.deep.equal(ids.toReversed());
    await storage.write(({ users }) => users.delete(one));
    expect(await storage.readers.imports.list(one)).to.deep.equal([]);
    expect(await storage.readers.imports.chunk(ids[0] ?? 0, 0)).to.equal(undefined);
    expect((await storage.readers.imports.list(other)).map(({ id }) => id)).to.deep.equal([retained]);
  });

  it('return the chunk of a row, with cells of all types', async () => {
    const id = await add({ userId: await addUser() });
    const cells = ['', 'a\u0000\ud800"\n', 1.5, null, true, ['x'], { y: 1 }];
    const first = { first: 0, rows: [2, 3].map((row) => ({ row, cells })) };
    const second = { first: 2, rows: [{ row: 9, cells }] };
    await storage.write(async ({ imports }) => {
      await imports.addChunk(id, first);
      await imports.addChunk(id, second);
    });
    const chunks = await Promise.all([0, 1, 2, 3].map((index) => storage.readers.imports.chunk(id, index)));
    expect(chunks).to.deep.equal([first, first, second, undefined]);
    expect(await storage.readers.imports.chunk(id + 1, 0)).to.equal(undefined);
  });

  it('return the errors of the next rows, by row and then in order of insertion', async () => {
    const id = await add({ userId: await addUser() });
    const mistake = (row: number, message: string): ImportRowError => ({ row, column: row === 2 ? null : 'IP', message });
    const all = [mistake(2, 'a\u0000'), mistake(5, 'b'), mistake(5, 'c'), mistake(7, 'd')];
    await storage.write(async ({ imports }) => {
      await imports.addRowErrors(id, all.slice(1));
      await imports.addRowErrors(id, []);
      await imports.addRowErrors(id, all.slice(0, 1));
    });
    const { imports } = storage.readers;
    expect(await imports.rowErrors(id, 0, 100)).to.deep.equal(all);
    expect(await imports.rowErrors(id, 0, 2)).to.deep.equal(all.slice(0, 3));
    expect(await imports.rowErrors(id, 5, 2)).to.deep.equal(all.slice(3));
    expect(await imports.rowErrors(id, 7, 2)).to.deep.equal([]);
  });

  it('are reserved by one process, oldest first, until the reservation ends', async () => {
    const userId = await addUser();
    await add({ userId });
    const [one, two] = [await add({ userId, state: 'running' }), await add({ userId, state: 'running' })];
    expect((await claim('a'))?.id).to.equal(one);
    expect((await claim('b'))?.id).to.equal(two);
    expect(await claim('c')).to.equal(undefined);
    expect((await claim('a'))?.id).to.equal(one);
    const renewed = new Date(later.getTime() + 60_000);
    const results = await storage.write(async ({ imports }) => [
      await imports.renew(one, 'a', renewed),
      await imports.renew(two, 'a', renewed),
    ]);
    expect(results).to.deep.equal([true, false]);
    expect((await claim('c', later, renewed))?.id).to.equal(two);
    await storage.write(({ imports }) => imports.release('a'));
    expect((await claim('d'))?.id).to.equal(one);
    const stopped = await storage.readers.imports.find(one);
    await storage.write(({ imports }) => imports.update({ ...(stopped as ImportJob), state: 'stopped' }));
    expect(await claim('d')).to.equal(undefined);
  });

  it('are outdated if they ended before a time, or were created before it and never started', async () => {
    const userId = await addUser();
    const created = { userId, createdAt: '2020-01-01 00:00:00' };
    const old = [await add(created), await add({ ...created, state: 'done', endedAt: '2020-01-02 00:00:00' })];
    const others = [
      await add({ userId }),
      await add({ ...created, state: 'running' }),
      await add({ ...created, state: 'stopped', endedAt: '2026-01-02 00:00:00' }),
    ];
    const found = await storage.write(({ imports }) => imports.outlived('2021-01-01 00:00:00', 100));
    expect(found).to.deep.equal(old);
    expect(found).not.to.include.members(others);
    expect(await storage.write(({ imports }) => imports.outlived('2021-01-01 00:00:00', 1))).to.deep.equal(old.slice(0, 1));
  });
});
