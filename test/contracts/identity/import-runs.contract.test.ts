import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { RandomTokenSource, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { type Caller, callerOf } from '../../../application/caller.js';
import { type Application, createApplication } from '../../../application/index.js';
import type { Timers } from '../../../application/ports/environment.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import type { UnitOfWork } from '../../../application/ports/unit-of-work.js';
import type { RowTable } from '../../../application/transfer/rows/table.js';
import { NotingHasher } from '../../application/support/administration.js';
import { collect } from '../../support/collect.js';
import { ManualTimers } from '../../support/time/manual-timers.js';
import { insertNetwork, newApp, newUser, uniqueWord } from '../support/builders.js';
import { describeFreshContract } from '../support/contract.js';

/**
 * Outcomes of a unit of work: committed, started after its reservation, failed before its start, committed with an unknown
 * outcome, killed.
 */
const outcomes = ['committed', 'late', 'failed', 'unknown', 'killed'] as const;
type Outcome = (typeof outcomes)[number];

describeFreshContract('Imports by several processes', ['identity', 'imports'], (storage) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const clock = { now: () => new Date(now) };
  let caller: Caller;

  const applicationOf = (unitOfWork: UnitOfWork, timers: Timers = systemTimers): Application =>
    createApplication({
      ...{ readers: storage.readers, unitOfWork, clock, timers, random: systemRandom },
      ...{ passwords: new NotingHasher(), tokens: new RandomTokenSource(), tokenTtl: 60 },
    });

  const processOf = (answers: Outcome[] = []): Application => {
    const unitOfWork: UnitOfWork = {
      run: async (work, terms) => {
        const outcome = answers.shift() ?? 'committed';
        if (outcome === 'failed') throw new StorageError('the database is unavailable', 'unavailable');
        if (outcome === 'killed') throw new Error('killed');
        if (outcome === 'late') {
          now += 61_000;
          for (let turn = 0; turn < 20; turn++) await nextTurn();
        }
        const result = await storage.unitOfWork.run(work, terms);
        if (outcome === 'unknown') throw new StorageError('the outcome is unknown', 'outcomeUnknown');
        return result;
      },
    };
    return applicationOf(unitOfWork);
  };

  before(async () => {
    const app = newApp({ id: 'importing', permission: 'write' });
    const user = newUser({ username: uniqueWord(), role: 'Administrator' });
    const id = await storage.write(async ({ apps, users }) => {
      await apps.save(app);
      return users.insert(user, 'hash');
    });
    caller = callerOf(app, { ...user, id }, { enforceUserPermissions: false });
  });

  /** Rows of one request, numbered as in a file. @param first number of the first row in the import, used in hostnames */
  const tableOf = (ips: readonly string[], first: number): RowTable => ({
    ...{ kind: 'address', columns: ['ip', 'hostname'], titles: ['IP', 'Name'] },
    async *rows() {
      yield ips.map((ip, index) => ({ row: 2 + index, cells: [ip, `host-${first + index}`] }));
    },
  });

  it('stay reserved during a unit of work longer than the reservation, and are free soon after the process is killed', async () => {
    const subnetId = await storage.write((to) => insertNetwork(to, '10.250.0.0/24'));
    const other = processOf();
    const { importJobs } = other;
    const renewals = new ManualTimers();
    const timers: Timers = { after: (delay, run) => (delay < 1000 ? systemTimers : renewals).after(delay, run) };
    let isSlow = false;
    let isKilled = false;
    const renewing = new Set<Promise<unknown>>();
    const slowUnitOfWork: UnitOfWork = {
      run: async (work, terms) => {
        if (!isSlow) {
          const result = storage.unitOfWork.run(work, terms);
          renewing.add(result);
          return result;
        }
        isSlow = false; // the renewals are not slow
        for (let seconds = 0; seconds < 40; seconds += 5) {
          now += 5000;
          await renewals.pass(5000);
          await Promise.all(renewing);
          expect(await other.importRunner.run()).to.equal(0);
        }
        if (isKilled) throw new Error('killed');
        return storage.unitOfWork.run(work, terms);
      },
    };
    const slow = applicationOf(slowUnitOfWork, timers);
    const add = async (ip: string): Promise<string> => {
      const { id } = await importJobs.add(caller, { kind: 'address', file: 'rows.csv' });
      await importJobs.addRows(caller, String(id), tableOf([ip], 2));
      await importJobs.start(caller, String(id));
      return String(id);
    };
    const first = await add('10.250.0.1');
    const reading = storage.readers.imports;
    const running = slow.importRunner.run();
    isSlow = true;
    expect(await running).to.equal(1);
    expect((await reading.find(Number(first)))?.state).to.equal('done');
    const second = await add('10.250.0.2');
    isKilled = true;
    const killed = slow.importRunner.run();
    isSlow = true;
    expect(await killed.catch((error: unknown) => String(error))).to.equal('Error: killed');
    now += 15_001;
    expect(await other.importRunner.run()).to.equal(1);
    expect((await reading.find(Number(second)))?.created).to.equal(1);
    expect(await collect(storage.readers.addresses.list({ subnetId, order: 'address' }))).to.have.lengthOf(2);
  });

  it('write or reject each row exactly once when units of work fail and processes are killed', async () => {
    let networks = 0;
    const address = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 300 }) },
      { weight: 1, arbitrary: fc.constant(0) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(address, { minLength: 1, maxLength: 180 }),
        fc.array(fc.array(fc.constantFrom(...outcomes), { maxLength: 16 }), { minLength: 3, maxLength: 3 }),
        async (numbers, answers) => {
          const net = ++networks;
          const subnetId = await storage.write((to) => insertNetwork(to, `10.${net >> 7}.${(net & 127) * 2}.0/23`));
          const ips = numbers.map((n) => (n === 0 ? 'no address' : `10.${net >> 7}.${(net & 127) * 2 + (n >> 8)}.${n & 255}`));
          const { importJobs } = processOf();
          const { id } = await importJobs.add(caller, { kind: 'address', file: 'rows.csv' });
          const half = ips.length >> 1;
          await importJobs.addRows(caller, String(id), tableOf(ips.slice(0, half), 2));
          await importJobs.addRows(caller, String(id), tableOf(ips.slice(half), 2 + half));
          await importJobs.start(caller, String(id));
          const runAll = () =>
            Promise.all(
              answers.map((given) =>
                processOf(given)
                  .importRunner.run()
                  .catch(() => {}),
              ),
            );
          for (let round = 0; round < 60 && (await importJobs.read(caller, String(id))).state === 'running'; round++) {
            await runAll();
            now += 61_000;
          }
          const refused = new Map<number, string>();
          const written = new Map<string, number>();
          for (const [index, ip] of ips.entries()) {
            if (ip === 'no address') refused.set(index + 2, 'ip');
            else if (written.has(ip)) refused.set(index + 2, 'ip');
            else written.set(ip, index + 2);
          }
          expect(await importJobs.read(caller, String(id))).to.deep.include({
            ...{ state: 'done', received: ips.length, processed: ips.length, problem: null },
            ...{ created: written.size, changed: 0, unchanged: 0, refused: refused.size },
          });
          const stored = await collect(storage.readers.addresses.list({ subnetId, order: 'address' }));
          const names = new Map(stored.map(({ ip, hostname }) => [ip.toString(), hostname]));
          expect(names).to.deep.equal(new Map([...written].map(([ip, row]) => [ip, `host-${row}`])));
          const mistakes = await collect(await importJobs.rowErrors(caller, String(id)));
          expect(mistakes.map(({ row }) => row)).to.deep.equal([...refused.keys()]);
          const table = await importJobs.refusedRows(caller, String(id));
          const listed = (await collect(table.rows())).flat();
          expect(listed.map(([ip, name]) => [ip, name])).to.deep.equal(
            [...refused.keys()].map((row) => [ips[row - 2], `host-${row}`]),
          );
          await importJobs.remove(caller, String(id));
        },
      ),
      { numRuns: storage.skip.parallelUnits ? 25 : 12 },
    );
  });
});
