import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import { RandomTokenSource, systemClock, systemTimers } from '../../adapters/system/index.js';
import type { UnitOfWork } from '../../application/ports/unit-of-work.js';
import { WriteTurns } from '../../application/write-turns.js';
import type { App } from '../../domain/identity/app.js';
import { codeOf } from './support/application.js';
import { app, lockedApp } from './support/apps.js';

/** So many processes on one database, and what their writes note. */
function setUp(processes = 1) {
  const database = createMemoryDatabase();
  const units = { count: 0 };
  const unitOfWork: UnitOfWork = {
    run: (work) => {
      units.count++;
      return database.unitOfWork.run(work);
    },
  };
  const turns = Array.from(
    { length: processes },
    () => new WriteTurns(unitOfWork, systemClock, systemTimers, new RandomTokenSource()),
  );
  const noted = { underWay: 0, mostAtOnce: 0, order: [] as number[] };
  /** A write that takes some milliseconds. */
  const write = (process: number, of: App, name: number, milliseconds = 5): Promise<number> =>
    (turns[process] as WriteTurns).run(of, async () => {
      noted.mostAtOnce = Math.max(noted.mostAtOnce, ++noted.underWay);
      await delay(milliseconds);
      noted.underWay--;
      noted.order.push(name);
      return name;
    });
  return { units, write, noted, turns };
}

describe('Writes of an application with a lock', () => {
  it('follow each other in their order within a process', async () => {
    const { write, noted } = setUp();
    const names = Array.from({ length: 20 }, (_, i) => i);
    expect(await Promise.all(names.map((name) => write(0, lockedApp(30), name)))).to.deep.equal(names);
    expect(noted).to.deep.include({ mostAtOnce: 1, order: names });
  });

  it('never overlap in several processes, of which none waits until another has nothing to do', async () => {
    const { write, noted } = setUp(3);
    const names = Array.from({ length: 30 }, (_, i) => i);
    await Promise.all(names.map((name) => write(name % 3, lockedApp(30), name)));
    expect(noted.mostAtOnce).to.equal(1);
    const firstDone = [0, 1, 2].map((process) => noted.order.findIndex((name) => name % 3 === process));
    expect(Math.max(...firstDone)).to.be.lessThan(10);
  });

  it('wait for nothing of other applications', async () => {
    const { write, noted } = setUp();
    await Promise.all([write(0, lockedApp(30, 'a'), 1, 30), write(0, lockedApp(30, 'b'), 2, 30), write(0, app, 3, 30)]);
    expect(noted.mostAtOnce).to.equal(3);
  });

  it('make way when they fail, and fail as they are', async () => {
    const { write, turns } = setUp(2);
    const failing = (turns[0] as WriteTurns).run(lockedApp(30), () => Promise.reject(new Error('as it is')));
    expect(await failing.catch(String)).to.equal('Error: as it is');
    expect(await Promise.all([write(0, lockedApp(1), 1), write(1, lockedApp(1), 2)])).to.deep.equal([1, 2]);
  });

  for (const other of [0, 1]) {
    it(`are not done when their turn does not come in time, with a long one in ${other ? 'another' : 'the same'} process`, async () => {
      const { write, noted } = setUp(2);
      const long = write(0, lockedApp(0.2), 1, 2000);
      await delay(20);
      const before = Date.now();
      expect(await codeOf(write(other, lockedApp(0.2), 2))).to.equal('app.turnNotCome');
      expect(Date.now() - before).to.be.at.least(150);
      expect(noted.underWay).to.equal(1);
      await long;
      expect(await write(other, lockedApp(2), 3)).to.equal(3);
      expect(noted.order).to.deep.equal([1, 3]);
    });
  }

  it('that may not wait at all are done when nobody is in the way', async () => {
    const { write } = setUp();
    expect(await write(0, lockedApp(0), 1, 50)).to.equal(1);
    const ends = await Promise.allSettled([write(0, lockedApp(0), 2, 50), write(0, lockedApp(0), 3, 50)]);
    expect(ends.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected']);
  });

  it('keep their turn for as long as they take', async function () {
    this.timeout(30_000);
    const { write, noted } = setUp(2);
    const long = write(0, lockedApp(30), 1, 10_000);
    await delay(50);
    await Promise.all([long, write(1, lockedApp(30), 2)]);
    expect(noted).to.deep.include({ mostAtOnce: 1, order: [1, 2] });
  });
});

describe('Writes of an application without a lock', () => {
  it('ask nothing of the storage, and wait for nobody', async () => {
    const { write, noted, units } = setUp();
    await Promise.all([1, 2, 3].map((name) => write(0, app, name)));
    expect([noted.mostAtOnce, units.count]).to.deep.equal([3, 0]);
  });
});
