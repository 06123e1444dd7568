import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { expect } from 'chai';
import { startPGlite } from '../../../../adapters/knex/embedded/data-files.js';
import { databaseIn } from '../../../../adapters/knex/embedded/opening.js';
import { type Database, openDatabase } from '../../../../adapters/knex/index.js';
import type { Readers } from '../../../../application/ports/unit-of-work.js';
import { IpamError } from '../../../../domain/errors.js';
import { fillWithEmbeddedDatabase } from '../../../support/databases/prepared-databases.js';
import { inTemporaryDirectory } from '../temporary-directory.js';
import { FileRecorder } from './power-failure.js';

/** Number of power failures. */
const failures = 6;

/** Returns a reproducible source of numbers from 0 to 1. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** All rows of the table as one text. */
async function contentOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ all: string }>(
    `select coalesce(string_agg(t::text, '|' order by id), '') as all from thing t`,
  );
  return rows[0]?.all ?? '';
}

/** Inserts, updates and deletes, a new table, a new log segment, a vacuum and checkpoints; each is one transaction. */
function transactions(): string[] {
  const writes = Array.from({ length: 24 }, (_, turn) => [
    `insert into thing (text) select repeat(md5(random()::text), ${1 + (turn % 7) * 40}) from generate_series(1, ${1 + (turn % 5)})`,
    `begin; update thing set text = text || '${turn}' where id % 3 = ${turn % 3}; insert into thing (text) values ('with it'); commit`,
    `delete from thing where id % 11 = ${turn % 11}`,
  ]);
  return [
    ...writes.slice(0, 6).flat(),
    'checkpoint',
    ...writes.slice(6, 12).flat(),
    'create table other as select * from thing',
    'select pg_switch_wal()',
    ...writes.slice(12, 18).flat(),
    'vacuum thing',
    'checkpoint',
    'drop table other',
    ...writes.slice(18).flat(),
  ];
}

/** Recorded file events, and the acknowledged content after each number of events. */
interface History {
  readonly recorder: FileRecorder;
  readonly acknowledged: readonly { readonly after: number; readonly content: string }[];
}

async function recordHistory(folder: string, sync: boolean): Promise<History> {
  const directory = join(folder, 'data');
  await fillWithEmbeddedDatabase(directory);
  const data = databaseIn(directory);
  const fresh = await startPGlite(data, { sync: false });
  await fresh.exec('create table thing (id serial primary key, text text)');
  await fresh.close();
  const recorder = new FileRecorder(data, join(folder, 'base'));
  try {
    const pglite = await startPGlite(data, { sync });
    const acknowledged = [{ after: recorder.count, content: await contentOf(pglite) }];
    for (const transaction of transactions()) {
      await pglite.exec(transaction);
      acknowledged.push({ after: recorder.count, content: await contentOf(pglite) });
    }
    await pglite.close();
    return { recorder, acknowledged };
  } finally {
    recorder.stop();
  }
}

/** Content of the database when it restarts after a failure. @throws Error when it does not start */
async function contentAfter(recorder: FileRecorder, after: number, chance?: () => number): Promise<string> {
  return inTemporaryDirectory(async (folder) => {
    recorder.rebuild(folder, { after, ...(chance ? { chance } : {}) });
    const pglite = await startPGlite(folder, { sync: false });
    try {
      return await contentOf(pglite);
    } finally {
      await pglite.close();
    }
  });
}

/** Names of the locations when the database restarts after a failure that lost everything unsynced. */
const locationsAfter = (recorder: FileRecorder, after: number): Promise<unknown[]> =>
  inTemporaryDirectory(async (folder) => {
    recorder.rebuild(folder, { after });
    const pglite = await startPGlite(folder, { sync: false });
    const { rows } = await pglite.query<{ name: unknown }>('select name from locations');
    await pglite.close();
    return rows.map(({ name }) => name);
  });

/** A result that a client got before the power failure. */
interface ReturnedResult {
  /** Number of file events before the result. */
  readonly after: number;
  readonly value: unknown;
}

/**
 * Runs `operation` right after a commit whose writer still waits for the sync.
 * @returns the result of `operation`, and the names of the locations that a power failure at that time leaves
 */
const runBehindWriter = (operation: (database: Database) => Promise<unknown>): Promise<[result: unknown, left: unknown[]]> =>
  inTemporaryDirectory(async (folder) => {
    const directory = join(folder, 'data');
    await fillWithEmbeddedDatabase(directory);
    const recorder = new FileRecorder(databaseIn(directory), join(folder, 'base'));
    try {
      const database = await openDatabase({ url: `file:${directory}`, ownThread: false });
      const first = database.unitOfWork.run(({ catalog }) => catalog.insert('location', { name: 'first' }, {}));
      const result = operation(database).then(
        (value): ReturnedResult => ({ value, after: recorder.count }),
        (error: unknown): ReturnedResult => ({ value: IpamError.is(error, 'address.exists'), after: recorder.count }),
      );
      await Promise.all([first, result]);
      await database.close();
      const { value, after } = await result;
      return [value, await locationsAfter(recorder, after)];
    } finally {
      recorder.stop();
    }
  });

const isThere = async ({ catalog }: Pick<Readers, 'catalog'>): Promise<boolean> =>
  (await catalog.find('location', 1)) !== undefined;

describe('An embedded database after a power failure', function () {
  this.timeout(240_000);

  for (const [title, operation] of [
    ['a read returned', ({ readers }) => isThere(readers)],
    ['a unit of work without writes returned', ({ unitOfWork }) => unitOfWork.run(isThere)],
    [
      'a unit of work failed for',
      ({ unitOfWork }) =>
        unitOfWork.run(async (repositories) => {
          if (await isThere(repositories)) throw new IpamError('address.exists');
        }),
    ],
  ] as const satisfies [string, (database: Database) => Promise<unknown>][]) {
    it(`contains the row that ${title}, also if its writer still waits for the sync`, async () => {
      const [result, left] = await runBehindWriter(operation);
      expect(result).to.equal(true);
      expect(left).to.deep.equal(['first']);
    });
  }

  it('contains every acknowledged write and no partial one, at every point of failure', () =>
    inTemporaryDirectory(async (folder) => {
      const { recorder, acknowledged } = await recordHistory(folder, true);
      const chance = chanceOf(4711);
      const last = acknowledged.at(-1)?.after ?? 0;
      for (let failure = 0; failure < failures; failure++) {
        const after = Math.floor(chance() * (last + 1));
        const next = acknowledged.findIndex((state) => state.after > after);
        const possible = acknowledged.slice(Math.max(0, next < 0 ? acknowledged.length - 1 : next - 1)).slice(0, 2);
        const content = await contentAfter(recorder, after, failure % 2 === 0 ? undefined : chance);
        expect(
          possible.some((state) => state.content === content),
          `failure after event ${after} of ${last}`,
        ).to.equal(true);
      }
    }));

  it('has lost acknowledged writes when sync is off', () =>
    inTemporaryDirectory(async (folder) => {
      const { recorder, acknowledged } = await recordHistory(folder, false);
      const { after = 0, content } = acknowledged.at(-1) ?? {};
      expect(await contentAfter(recorder, after).catch(() => 'does not start')).to.not.equal(content);
    }));

  it('contains the acknowledged writes of units of work that shared one sync', () =>
    inTemporaryDirectory(async (folder) => {
      const directory = join(folder, 'data');
      await fillWithEmbeddedDatabase(directory);
      const recorder = new FileRecorder(databaseIn(directory), join(folder, 'base'));
      const commits: { readonly after: number; readonly name: string }[] = [];
      let syncs = 0;
      try {
        const database = await openDatabase({ url: `file:${directory}`, ownThread: false });
        const before = recorder.syncs;
        const add = async (name: string): Promise<void> => {
          await database.unitOfWork.run(async ({ catalog }) => void (await catalog.insert('location', { name }, {})));
          commits.push({ after: recorder.count, name });
        };
        const writers = Array.from({ length: 8 }, async (_, writer) => {
          for (let turn = 0; turn < 10; turn++) await add(`${writer}.${turn}`);
        });
        await Promise.all(writers);
        syncs = recorder.syncs - before;
        await database.close();
      } finally {
        recorder.stop();
      }
      expect(syncs).to.be.lessThan(commits.length);
      for (const { after } of [commits[7], commits[40], commits[79]].filter((entry) => entry !== undefined)) {
        const expected = commits.filter((entry) => entry.after <= after).map(({ name }) => name);
        expect(await locationsAfter(recorder, after)).to.include.members(expected);
      }
    }));
});
