import { expect } from 'chai';
import { systemClock, systemTimers } from '../../adapters/system/index.js';
import { internalCaller } from '../../application/caller.js';
import { Addresses } from '../../application/inventory/addresses.js';
import type { Repositories, UnitOfWork } from '../../application/ports/unit-of-work.js';
import type { Input } from '../../domain/fields/read-fields.js';
import { insertAddresses, insertNetwork, ip } from './support/builders.js';
import { describeContract } from './support/contract.js';
import { callerWithoutAccess, outcomes } from './support/outcomes.js';

/** Repositories that call `onLock` before each lock of a subnet. */
function watchingLocks(repositories: Repositories, onLock: () => void): Repositories {
  const subnets = new Proxy(repositories.subnets, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        if (name === 'lock') onLock();
        return member.apply(target, given);
      };
    },
  });
  return new Proxy(repositories, { get: (target, name) => (name === 'subnets' ? subnets : Reflect.get(target, name)) });
}

describeContract('Concurrent changes of addresses', (storage) => {
  /** Use cases with a counter of their units of work. @param onLock called before each lock of a subnet */
  const counting = (onLock = () => {}) => {
    let count = 0;
    const unitOfWork: UnitOfWork = {
      run: (work) => {
        count++;
        return storage.unitOfWork.run((repositories) => work(watchingLocks(repositories, onLock)));
      },
    };
    const addresses = new Addresses(storage.readers, unitOfWork, systemClock, systemTimers);
    const change = (id: number | undefined, input: Input, caller = internalCaller) => addresses.change(caller, id ?? 0, input);
    return { change, counted: () => count };
  };
  const filled = (part: string, size: number) =>
    storage.write(async (to) => {
      const subnetId = await insertNetwork(to, `${part}.0/24`);
      const given = Array.from({ length: size }, (_, index) => `${part}.${index + 1}`);
      return insertAddresses(to, subnetId, given);
    });
  const read = async (id: number | undefined) => storage.readers.addresses.find(id ?? 0);
  const historyOf = (id: number | undefined) => storage.readers.changeLog.list('address', id ?? 0, 9);

  it('share units of work, each with its own outcome', async () => {
    const ids = await filled('10.1.0', 8);
    const { change, counted } = counting();
    const results = await outcomes([
      change(ids[0], { description: 'a' }),
      change(ids[1], { hostname: 'b.example', note: 'b' }),
      change(987654321, { description: 'x' }),
      change(ids[2], { description: 'x' }, callerWithoutAccess),
      change(ids[3], { mac: 'x' }),
      change(ids[4], { ip: '10.1.0.99' }),
      change(ids[5], { description: 'x' }, { ...internalCaller, writeOptions: { isExpected: () => false } }),
      change(ids[6], { tag: 987654 }),
      change(ids[7], { tag: 3 }),
    ]);
    expect(results).to.deep.equal([
      'done',
      'done',
      'address.unknown',
      'address.unknown',
      'field.type',
      'address.ipFixed',
      'record.changed',
      'field.reference',
      'done',
    ]);
    expect(counted()).to.be.at.most(3);
    const [first, second] = await Promise.all([read(ids[0]), read(ids[1])]);
    expect([first?.description, second?.hostname, second?.note]).to.deep.equal(['a', 'b.example', 'b']);
    expect((await read(ids[7]))?.tag).to.equal(3);
    for (const id of ids.slice(2, 7)) expect(await historyOf(id)).to.deep.equal([]);
    expect((await historyOf(ids[1])).map(({ differences }) => differences)).to.deep.equal([
      ['[hostname]:  => b.example', '[note]:  => b'],
    ]);
  });

  it('of one address run one after the other, and each logs its own differences', async () => {
    const [id, other] = await filled('10.1.1', 2);
    const { change } = counting();
    const results = await outcomes([
      change(id, { description: 'one' }),
      change(other, { description: 'beside' }),
      change(id, { description: 'two', note: 'n' }),
      change(other, { note: 'more' }),
      change(id, { description: 'three' }),
      change(id, { description: 'three' }),
    ]);
    expect(results).to.deep.equal(Array<string>(6).fill('done'));
    const [found, beside] = await Promise.all([read(id), read(other)]);
    expect([found?.note, beside?.description, beside?.note]).to.deep.equal(['n', 'beside', 'more']);
    let known = '';
    for (const { differences } of (await historyOf(id)).toReversed()) {
      const [, from, to] = /^\[description\]: (.*) => (.*)$/.exec(differences[0] ?? '') ?? [];
      expect(from, 'goes on where the last one ended').to.equal(known);
      known = to ?? '';
    }
    expect(known).to.equal(found?.description);
  });

  it('share units of work although one of them fails with an unknown reference', async () => {
    const ids = await filled('10.1.2', 4);
    const { change, counted } = counting();
    const results = await outcomes(ids.map((id, n) => change(id, n === 2 ? { location: 987654321 } : { note: `n${n}` })));
    expect(results).to.deep.equal(['done', 'done', 'field.reference', 'done']);
    expect(counted(), 'units of work').to.be.at.most(2);
    const notes = await Promise.all(ids.map(async (id) => (await read(id))?.note ?? null));
    expect(notes).to.deep.equal(['n0', 'n1', null, 'n3']);
  });

  it('leave at most one gateway in a subnet', async () => {
    const ids = await filled('10.1.3', 6);
    const { change } = counting();
    const results = await outcomes(ids.map((id) => change(id, { is_gateway: 1, note: 'n' })));
    expect(results).to.deep.equal(Array<string>(6).fill('done'));
    const marks = await Promise.all(ids.map(async (id) => (await read(id))?.is_gateway));
    expect(marks.filter(Boolean)).to.have.length(1);
  });

  if (storage.skip.parallelUnits) return;

  it('run again if the new gateway address moved to another subnet meanwhile', async () => {
    const [moving = 0] = await filled('10.1.4', 1);
    const from = (await read(moving))?.subnetId ?? 0;
    const to = await storage.write((repositories) => insertNetwork(repositories, '10.1.4.0/25'));
    let noteLock = (): void => {};
    const locking = new Promise<void>((resolve) => {
      noteLock = resolve;
    });
    const { change, counted } = counting(() => noteLock());
    const changed = await storage.write(async ({ subnets, addresses }) => {
      for (const id of [from, to].sort((one, other) => one - other)) await subnets.lock(id, 'change');
      await addresses.moveRange(from, to, { first: ip('10.1.4.1'), last: ip('10.1.4.1') });
      const changing = change(moving, { is_gateway: 1 });
      await locking; // the change has read the old subnet, and waits for its lock
      return { changing };
    });
    await changed.changing;
    expect(counted(), 'units of work').to.equal(2);
    expect((await read(moving))?.is_gateway).to.equal(true);
  });

  it('wait for a locked address only if they change it', async () => {
    const ids = await filled('10.1.5', 8);
    const { change } = counting();
    const [held = 0, ...others] = ids.toReversed();
    let attempts = 0;
    const late = await storage.write(async ({ addresses }) => {
      attempts++;
      await addresses.lock(held);
      const changing = [held, held].map((id, n) => change(id, { note: `late ${n}` }));
      expect(await outcomes(others.map((id) => change(id, { note: 'beside' })))).to.deep.equal(others.map(() => 'done'));
      expect(await outcomes(others.map((id) => change(id, { note: 'again' })))).to.deep.equal(others.map(() => 'done'));
      for (const id of others) await addresses.lock(id);
      return { changing };
    });
    expect(attempts).to.equal(1);
    expect(await outcomes(late.changing)).to.deep.equal(['done', 'done']);
    expect(await historyOf(held)).to.have.length(2);
    for (const id of others) expect((await read(id))?.note).to.equal('again');
  });
});
