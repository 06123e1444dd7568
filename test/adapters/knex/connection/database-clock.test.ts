import { expect } from 'chai';
import { openDatabase } from '../../../../adapters/knex/index.js';
import { DatabaseClock } from '../../../../adapters/knex/sessions/database-clock.js';
import { RandomTokenSource } from '../../../../adapters/system/index.js';
import { Administration } from '../../../../application/access/administration/administration.js';
import { NotingHasher } from '../../../application/support/administration.js';
import { createPostgresDatabase } from '../../../support/databases/prepared-databases.js';

/** A database clock with a simulated server time and latency. */
function setUp() {
  const state = { server: Date.UTC(2024, 0, 1), elapsed: 1000, way: 0, asked: 0, fails: false };
  const ask = async (): Promise<number> => {
    state.asked++;
    if (state.fails) throw new Error('down');
    state.elapsed += state.way / 2;
    const { server } = state;
    state.elapsed += state.way / 2;
    return server;
  };
  const clock = new DatabaseClock({ ask, elapsed: () => state.elapsed });
  const pass = (milliseconds: number, setForward = 0) => {
    state.elapsed += milliseconds;
    state.server += milliseconds + setForward;
  };
  return { clock, state, pass };
}

describe("The database's clock", () => {
  it('queries the server once, and advances with the elapsed time', async () => {
    const { clock, state, pass } = setUp();
    await clock.beforeUse();
    expect(clock.now().toISOString()).to.equal('2024-01-01T00:00:00.000Z');
    pass(4000);
    expect(clock.beforeUse()).to.equal(undefined);
    expect(clock.now().toISOString()).to.equal('2024-01-01T00:00:04.000Z');
    expect(state.asked).to.equal(1);
  });

  it('follows a change of the server clock within seconds of use', async () => {
    const { clock, state, pass } = setUp();
    await clock.beforeUse();
    pass(6000, 3_600_000);
    expect(clock.beforeUse(), 'nobody waits').to.equal(undefined);
    await Promise.resolve();
    await new Promise(setImmediate);
    expect(clock.now().toISOString()).to.equal('2024-01-01T01:00:06.000Z');
    expect(state.asked).to.equal(2);
  });

  it('does not jump by the latency of a query', async () => {
    const { clock, state, pass } = setUp();
    await clock.beforeUse();
    pass(6000);
    state.way = 3000;
    state.server += 1000;
    clock.beforeUse();
    await new Promise(setImmediate);
    const expected = Date.UTC(2024, 0, 1) + 6000 + 3000;
    expect(clock.now().getTime()).to.equal(expected);
  });

  it('fails with the database until its first answer, and then continues without it', async () => {
    const { clock, state, pass } = setUp();
    state.fails = true;
    expect(await clock.beforeUse()?.catch((error: Error) => error.message)).to.equal('down');
    state.fails = false;
    await clock.beforeUse();
    state.fails = true;
    pass(60_000);
    expect(clock.beforeUse()).to.equal(undefined);
    await new Promise(setImmediate);
    expect(clock.now().toISOString()).to.equal('2024-01-01T00:01:00.000Z');
  });

  it('determines the age of history, also when the clock of the machine is a year ahead', async () => {
    const made = await createPostgresDatabase();
    const database = await openDatabase({ url: made.url });
    const { now } = Date;
    try {
      await database.migrate();
      const { readers, unitOfWork, clock } = database;
      const administration = new Administration(readers, unitOfWork, clock, new NotingHasher(), new RandomTokenSource());
      await administration.provision({ settings: { changeLogDays: 365 }, groups: [{ id: 2, name: 'Operators' }] });
      const entries = (await readers.changeLog.audit(10)).length;
      expect(entries).to.be.greaterThan(0);
      const year = new Date().getFullYear();
      const RealDate = Date;
      globalThis.Date = class extends RealDate {
        constructor(...parts: readonly number[]) {
          super(...((parts.length === 0 ? [now() + 400 * 86_400_000] : parts) as [number]));
        }
      } as DateConstructor;
      try {
        expect(new Date().getFullYear()).to.be.greaterThan(year);
        expect(await administration.pruneChangeLog()).to.equal(0);
      } finally {
        globalThis.Date = RealDate;
      }
      expect(await readers.changeLog.audit(10)).to.have.length(entries);
    } finally {
      await database.close();
      await made.drop();
    }
  });
});
