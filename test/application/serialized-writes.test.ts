import { expect } from 'chai';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import { RandomTokenSource } from '../../adapters/system/index.js';
import type { AppLeaseRepository } from '../../application/ports/identity.js';
import type { UnitOfWork } from '../../application/ports/unit-of-work.js';
import { SerializedWrites } from '../../application/unit-of-work/serialized-writes.js';
import type { App } from '../../domain/access/app.js';
import { app, lockedApp } from '../domain/support/apps.js';
import { ManualTimers } from '../support/time/manual-timers.js';
import { codeOf } from './support/application.js';

/** Leases that expire by the clock of the test. As in the contract of the port, the first rejected holder is next. */
function leasesBy(timers: ManualTimers): AppLeaseRepository {
  const leases = new Map<string, { holder: string; until: number }>();
  const next = new Map<string, string>();
  return {
    take: async (appId, holder, seconds) => {
      const lease = leases.get(appId);
      const isFree = !lease || lease.holder === holder || lease.until <= timers.now;
      if (!isFree || (lease?.holder !== holder && (next.get(appId) ?? holder) !== holder)) {
        if (!next.has(appId)) next.set(appId, holder);
        return false;
      }
      if (next.get(appId) === holder) next.delete(appId);
      leases.set(appId, { holder, until: timers.now + seconds * 1000 });
      return true;
    },
    end: async (appId, holder) => {
      if (leases.get(appId)?.holder === holder) leases.delete(appId);
    },
  };
}

/** Processes on one database with a manual clock. `noted` records their writes. */
function setUp(processes = 1) {
  const database = createMemoryDatabase();
  const timers = new ManualTimers();
  const appLeases = leasesBy(timers);
  const units = { count: 0 };
  /** The index of the process without access to the database. */
  const outage: { holder: number | null } = { holder: null };
  const unitOfWorkOf = (process: number): UnitOfWork => ({
    run: (work) => {
      units.count++;
      if (outage.holder === process) return Promise.reject(new Error('no database'));
      return database.unitOfWork.run((repositories) => work({ ...repositories, appLeases }));
    },
  });
  const clock = { now: () => new Date(timers.now) };
  const turns = Array.from(
    { length: processes },
    (_, process) => new SerializedWrites(unitOfWorkOf(process), clock, timers, new RandomTokenSource()),
  );
  const noted = { underWay: 0, maxAtOnce: 0, order: [] as number[] };
  /** A write that takes the given number of milliseconds. */
  const write = (process: number, of: App, name: number, milliseconds = 5): Promise<number> =>
    (turns[process] as SerializedWrites).run(of, async () => {
      noted.maxAtOnce = Math.max(noted.maxAtOnce, ++noted.underWay);
      await timers.delay(milliseconds);
      noted.underWay--;
      noted.order.push(name);
      return name;
    });
  return { units, write, noted, turns, timers, outage };
}

describe('Writes of an application with a lock', () => {
  it('run in their order within a process', async () => {
    const { write, noted, timers } = setUp();
    const names = Array.from({ length: 20 }, (_, i) => i);
    const written = Promise.all(names.map((name) => write(0, lockedApp(30), name)));
    expect(await timers.until(written)).to.deep.equal(names);
    expect(noted).to.deep.include({ maxAtOnce: 1, order: names });
  });

  it('never overlap between processes, and no process waits until another one is idle', async () => {
    const { write, noted, timers } = setUp(3);
    const names = Array.from({ length: 30 }, (_, i) => i);
    await timers.until(Promise.all(names.map((name) => write(name % 3, lockedApp(30), name))));
    expect(noted.maxAtOnce).to.equal(1);
    const firstDone = [0, 1, 2].map((process) => noted.order.findIndex((name) => name % 3 === process));
    expect(Math.max(...firstDone)).to.be.lessThan(10);
  });

  it('do not wait for other applications', async () => {
    const { write, noted, timers } = setUp();
    const writes = [write(0, lockedApp(30, 'a'), 1, 30), write(0, lockedApp(30, 'b'), 2, 30), write(0, app, 3, 30)];
    await timers.until(Promise.all(writes));
    expect(noted.maxAtOnce).to.equal(3);
  });

  it('release the lock after a failure, and return their own error', async () => {
    const { write, turns, timers } = setUp(2);
    const failing = (turns[0] as SerializedWrites).run(lockedApp(30), () => Promise.reject(new Error('as it is')));
    expect(await timers.until(failing.catch(String))).to.equal('Error: as it is');
    const next = Promise.all([write(0, lockedApp(1), 1), write(1, lockedApp(1), 2)]);
    expect(await timers.until(next)).to.deep.equal([1, 2]);
  });

  for (const other of [0, 1]) {
    it(`are rejected after their wait time, behind a long write in ${other ? 'another' : 'the same'} process`, async () => {
      const { write, noted, timers } = setUp(2);
      const long = write(0, lockedApp(0.2), 1, 2000);
      await timers.pass(20);
      expect(await timers.until(codeOf(write(other, lockedApp(0.2), 2)))).to.equal('app.lockTimeout');
      expect(timers.now - 20).to.be.within(200, 300);
      expect(noted.underWay).to.equal(1);
      await timers.until(long);
      expect(await timers.until(write(other, lockedApp(2), 3))).to.equal(3);
      expect(noted.order).to.deep.equal([1, 3]);
    });
  }

  it('with a wait time of 0 succeed when the lock is free', async () => {
    const { write, timers } = setUp();
    expect(await timers.until(write(0, lockedApp(0), 1, 50))).to.equal(1);
    const ends = await timers.until(Promise.allSettled([write(0, lockedApp(0), 2, 50), write(0, lockedApp(0), 3, 50)]));
    expect(ends.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected']);
  });

  it('retain the lock for their whole duration', async () => {
    const { write, noted, timers } = setUp(2);
    const long = write(0, lockedApp(120), 1, 60_000);
    await timers.pass(50);
    const next = write(1, lockedApp(120), 2);
    await timers.pass(59_900);
    expect(noted).to.deep.include({ underWay: 1, order: [] });
    await timers.until(Promise.all([long, next]));
    expect(noted).to.deep.include({ maxAtOnce: 1, order: [1, 2] });
  });

  it('lose the lock to others when they cannot renew their lease for 8 seconds', async () => {
    const { write, noted, timers, outage } = setUp(2);
    const long = write(0, lockedApp(120), 1, 60_000);
    await timers.pass(2000);
    outage.holder = 0;
    const next = write(1, lockedApp(120), 2);
    await timers.pass(7900);
    expect(noted.order).to.deep.equal([]);
    await timers.pass(200);
    expect(noted).to.deep.include({ maxAtOnce: 2, order: [2] });
    await timers.until(Promise.all([long, next]));
    expect(noted.order).to.deep.equal([2, 1]);
  });
});

describe('Writes of an application without a lock', () => {
  it('need no storage access for a lock, and do not wait', async () => {
    const { write, noted, units, timers } = setUp();
    await timers.until(Promise.all([1, 2, 3].map((name) => write(0, app, name))));
    expect([noted.maxAtOnce, units.count]).to.deep.equal([3, 0]);
  });
});
