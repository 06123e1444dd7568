import { expect } from 'chai';
import { systemClock, systemTimers } from '../../adapters/system/index.js';
import { type Caller, internalCaller } from '../../application/caller.js';
import { ChangeFeed } from '../../application/changes/feed/change-feed.js';
import { Addresses } from '../../application/inventory/addresses.js';
import { StorageError } from '../../application/ports/storage-error.js';
import type { Repositories, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { collect } from '../support/collect.js';
import { insertAddresses, insertNetwork, ip } from './support/builders.js';
import { describeContract } from './support/contract.js';
import { callerWithoutAccess, outcomes } from './support/outcomes.js';

const named = (name: string): Caller => ({ ...internalCaller, name });
describeContract('Concurrent deletions', (storage) => {
  /** Use cases with a counter of their units of work. @param around hooks: before the first unit of work, at the end of each */
  const counting = (around: { readonly before?: () => Promise<unknown>; readonly end?: () => void } = {}) => {
    let count = 0;
    const unitOfWork: UnitOfWork = {
      run: async (work) => {
        if (count++ === 0) await around.before?.();
        const result = await storage.unitOfWork.run(work);
        around.end?.();
        return result;
      },
    };
    return { addresses: new Addresses(storage.readers, unitOfWork, systemClock, systemTimers), counted: () => count };
  };
  /** Inserts a network and `size` addresses, from its second address on. @param part the first three numbers of the network */
  const filled = (part: string, size: number) =>
    storage.write(async (to) => {
      const subnetId = await insertNetwork(to, `${part}.0/24`);
      const given = Array.from({ length: size }, (_, index) => `${part}.${index + 1}`);
      return { subnetId, ids: await insertAddresses(to, subnetId, given) };
    });
  const left = async (subnetId: number) =>
    (await collect(storage.readers.addresses.list({ subnetId, order: 'address' }))).map((address) => String(address.ip));
  it('share units of work, each with its own outcome', async () => {
    const { subnetId, ids } = await filled('10.0.0', 8);
    await storage.readers.addresses.freeSpace(subnetId, 4);
    const { addresses, counted } = counting();
    const [one = 0, two = 0, three = 0, four = 0] = ids;
    const changed = { ...internalCaller, writeOptions: { isExpected: () => false } };
    const twice = [
      addresses.delete(internalCaller, one),
      addresses.delete(internalCaller, one),
      addresses.deleteInSubnet(internalCaller, subnetId, ip('10.0.0.1')),
    ];
    const once = [
      addresses.delete(internalCaller, two),
      addresses.deleteInSubnet(internalCaller, subnetId, ip('10.0.0.5')),
      addresses.deleteInSubnet(internalCaller, subnetId, ip('10.0.0.99')),
      addresses.delete(internalCaller, 987654321),
      addresses.delete(callerWithoutAccess, three),
      addresses.delete(changed, four),
      addresses.delete(internalCaller, ids[7] ?? 0),
    ];
    const unknown = 'address.unknown';
    const [ofTwice, ofOnce] = await Promise.all([outcomes(twice), outcomes(once)]);
    expect(ofTwice.toSorted(), 'whoever comes first').to.deep.equal([unknown, unknown, 'done']);
    expect(ofOnce).to.deep.equal(['done', 'done', unknown, unknown, unknown, 'record.changed', 'done']);
    expect(counted()).to.be.at.most(2);
    expect(await left(subnetId)).to.deep.equal(['10.0.0.3', '10.0.0.4', '10.0.0.6', '10.0.0.7']);
    const free = await storage.readers.addresses.lowestFree(subnetId, 5);
    expect(free.map(String)).to.deep.equal(['10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.5', '10.0.0.8']);
    const counts = (await storage.readers.subnets.usageCounts([subnetId])).get(subnetId);
    expect([...(counts?.addresses.values() ?? [])]).to.deep.equal([4n]);
  });

  it('are logged under the name of each caller, and so are the changes of a NAT rule that loses the addresses', async () => {
    const { ids } = await filled('10.0.1', 6);
    const src = { ipaddresses: ids.map(String) };
    const rule = await storage.write(({ catalog }) => catalog.insert('nat', { name: 'rule', type: 'static', src }, {}));
    const feed = new ChangeFeed(storage.readers, storage.unitOfWork);
    const from = await feed.end();
    const { addresses } = counting();
    const authors = ['Ada', 'Ada', 'Berta', 'Berta', 'Ada'];
    await Promise.all(authors.map((author, index) => addresses.delete(named(author), ids[index] ?? 0)));
    for (const [index, author] of authors.entries()) {
      const [entry] = await storage.readers.changeLog.list('address', ids[index] ?? 0, 1);
      expect([entry?.action, entry?.by]).to.deep.equal(['delete', author]);
    }
    const ofRule = (await feed.read(from, 100)).filter(({ object, objectId }) => object === 'nat' && objectId === rule);
    expect(ofRule.map(({ by }) => by)).to.deep.equal(['Ada', 'Berta', 'Ada']);
    let known: unknown = { src };
    for (const { before, after } of ofRule) {
      expect(before, 'goes on where the last one ended').to.deep.equal(known);
      known = after;
    }
    expect(known).to.deep.equal({ src: { ipaddresses: ids.slice(5).map(String) } });
  });

  it('find addresses that moved to another subnet meanwhile', async () => {
    const { subnetId, ids } = await filled('10.0.2', 4);
    const other = await storage.write((to) => insertNetwork(to, '10.0.2.0/25'));
    const range = { first: ip('10.0.2.1'), last: ip('10.0.2.2') };
    const move = async ({ subnets, addresses }: Repositories): Promise<void> => {
      for (const id of [subnetId, other].sort((a, b) => a - b)) await subnets.lock(id, 'change');
      await addresses.moveRange(subnetId, other, range);
    };
    const { addresses } = counting({ before: () => storage.write(move) });
    const results = await outcomes(ids.slice(0, 3).map((id) => addresses.delete(internalCaller, id)));
    expect(results).to.deep.equal(['done', 'done', 'done']);
    expect([await left(subnetId), await left(other)]).to.deep.equal([['10.0.2.4'], []]);
  });

  it('all report an unknown outcome of their commit, and none runs again', async () => {
    const { ids } = await filled('10.0.3', 3);
    const failing = counting({
      end: () => {
        throw new StorageError('no answer to its commit came', 'outcomeUnknown');
      },
    });
    const results = await outcomes(ids.map((id) => failing.addresses.delete(internalCaller, id)));
    expect(results).to.deep.equal(Array<string>(3).fill('outcomeUnknown'));
    expect(failing.counted(), 'a unit of work for each at most').to.be.at.most(3);
  });
});
