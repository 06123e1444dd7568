import { writeFileSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { openEmbeddedConnection } from '../../../../adapters/knex/connection/open-connection.js';
import { DatabaseLost } from '../../../../adapters/knex/embedded/data-directory.js';
import { EngineThread, type ThreadLimits } from '../../../../adapters/knex/embedded/engine-thread.js';
import { openDatabase } from '../../../../adapters/knex/index.js';
import { StorageError } from '../../../../application/ports/storage-error.js';
import { fillWithEmbeddedDatabase } from '../../../support/databases/prepared-databases.js';
import { inTemporaryDirectory } from '../temporary-directory.js';

const long = 'select count(*) from generate_series(1, 2000000)';
const endless = 'select count(*) from generate_series(1, 1000000000000)';

/** A recursion that overflows the stack of the thread, because max_stack_depth is larger than the stack. */
const breakdown = {
  preparation: [
    `set max_stack_depth = '7680kB'`,
    `create function deeper(level int) returns int language plpgsql as 'begin return deeper(level + 1) + 1; end'`,
  ],
  statement: 'select deeper(1)',
};

/** Runs work. Returns its result and the thread that it starts. */
async function withThread<T>(work: () => Promise<T>): Promise<[T, Worker]> {
  let thread: Worker | undefined;
  const keep = (worker: Worker): void => {
    thread = worker;
  };
  process.once('worker', keep);
  const result = await work().finally(() => process.off('worker', keep));
  if (!thread) throw new Error('no thread was started');
  return [result, thread];
}

/** Runs a test with an engine on a copy of a database, in its own thread. */
const withEngine = (test: (engine: EngineThread, worker: Worker) => Promise<void>, limits?: ThreadLimits): Promise<void> =>
  inTemporaryDirectory(async (directory) => {
    await fillWithEmbeddedDatabase(directory);
    const [engine, worker] = await withThread(() => EngineThread.start({ directory, sync: false }, limits));
    await test(engine, worker).finally(() => engine.close());
  });

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('An embedded database in a thread of its own', function () {
  this.timeout(120_000);

  it('does not block the thread that opened it while a statement runs', () =>
    withEngine(async (engine) => {
      const connection = await openEmbeddedConnection(engine);
      let [turns, ended] = [0, false];
      const count = (): void => {
        turns++;
        if (!ended) setImmediate(count);
      };
      setImmediate(count);
      const { rows } = await connection.run({ text: long }, []);
      ended = true;
      expect(rows).to.have.length(1);
      expect(turns).to.be.greaterThan(20);
      await connection.close();
    }));

  it('answers statements in order, also those sent before earlier answers', () =>
    withEngine(async (engine) => {
      const connection = await openEmbeddedConnection(engine);
      const answers: number[] = [];
      const ask = async (number: number): Promise<void> => {
        const { rows } = await connection.run({ text: 'select $1::int as number' }, [number]);
        answers.push(Number((rows[0] as { number: number }).number));
      };
      const asked: Promise<void>[] = [];
      for (let number = 0; number < 50; number++) {
        asked.push(ask(number));
        await new Promise(setImmediate);
      }
      await Promise.all(asked);
      expect(answers).to.deep.equal(Array.from({ length: 50 }, (_, number) => number));
      await connection.close();
    }));

  it('is lost when its thread ends, and fails waiting statements', () =>
    withEngine(async (engine, worker) => {
      const connection = await openEmbeddedConnection(engine);
      const failed = failureOf(connection.run({ text: endless }, []));
      await worker.terminate();
      expect(await failed)
        .to.be.instanceOf(StorageError)
        .with.property('trouble', 'unavailable');
      expect(String(await engine.dataDirectory.lost)).to.include('thread of the database has ended');
      expect(await failureOf(engine.run(new Uint8Array([0x58, 0, 0, 0, 4])))).to.be.instanceOf(DatabaseLost);
    }));

  it('reports that it is lost, and fails afterwards', () =>
    inTemporaryDirectory(async (directory) => {
      await fillWithEmbeddedDatabase(directory);
      const [database, worker] = await withThread(() => openDatabase({ url: `file:${directory}`, sync: false }));
      await database.ping();
      await worker.terminate();
      expect(await database.lost).to.be.instanceOf(StorageError);
      expect(await failureOf(database.ping()))
        .to.be.instanceOf(StorageError)
        .with.property('trouble', 'unavailable');
      await database.close();
    }));

  it('stops during a statement when it is lost for another reason', () =>
    withEngine(async (engine) => {
      const connection = await openEmbeddedConnection(engine);
      const failed = failureOf(connection.run({ text: endless }, []));
      engine.dataDirectory.lose('somebody else has it');
      expect(await failed).to.be.instanceOf(StorageError);
    }));

  it('is lost when PostgreSQL crashes within it, and acknowledges nothing afterwards', () =>
    withEngine(async (engine) => {
      const connection = await openEmbeddedConnection(engine);
      for (const text of breakdown.preparation) await connection.run({ text }, []);
      expect(await failureOf(connection.run({ text: breakdown.statement }, [])))
        .to.be.instanceOf(StorageError)
        .with.property('trouble', 'unavailable');
      expect(String(await engine.dataDirectory.lost)).to.include('PostgreSQL crashed');
      expect(await failureOf(connection.run({ text: 'select 1' }, []))).to.be.instanceOf(StorageError);
    }));

  it('closes although a statement does not end, and fails that statement', () =>
    withEngine(
      async (engine) => {
        const connection = await openEmbeddedConnection(engine);
        const failed = failureOf(connection.run({ text: endless }, []));
        await engine.close();
        expect(await failed).to.be.instanceOf(StorageError);
        expect(await failureOf(engine.run(new Uint8Array([0x53, 0, 0, 0, 4])))).to.be.instanceOf(DatabaseLost);
      },
      { close: 20 },
    ));

  it('reports the reason when it cannot be opened', () =>
    inTemporaryDirectory(async (directory) => {
      const file = `${directory}/no-directory`;
      writeFileSync(file, '');
      const failure = await failureOf(EngineThread.start({ directory: file, sync: false }));
      expect(failure).to.be.instanceOf(Error).with.property('code', 'ENOTDIR');
    }));
});
