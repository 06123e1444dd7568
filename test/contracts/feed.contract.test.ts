import { expect } from 'chai';
import { authorship, internalCaller } from '../../application/caller.js';
import { ChangeFeed } from '../../application/changes/feed/change-feed.js';
import { Addresses } from '../../application/inventory/addresses.js';
import type { ChangeEntry } from '../../application/ports/change-log.js';
import type { FeedEntry, FollowerState } from '../../application/ports/feed.js';
import { rangeOf } from '../../domain/net/address-range.js';
import { cidr, insertAddresses, insertNetwork, newAddress, newNetwork, newSection } from './support/builders.js';
import { describeFreshContract, type StorageUnderTest } from './support/contract.js';

const at = '2024-05-06 07:08:09';
const by = { ...authorship(internalCaller, at), appId: 'mcp' };

const entryOf = (objectId: number, given: Partial<ChangeEntry> = {}): ChangeEntry => ({
  object: 'vlan',
  objectName: null,
  objectId,
  action: 'edit',
  differences: [],
  ...by,
  ...given,
});

/** All feed entries after a position. */
async function readAfter(storage: StorageUnderTest, position: number): Promise<FeedEntry[]> {
  const feed = new ChangeFeed(storage.readers, storage.unitOfWork);
  const returned: FeedEntry[] = [];
  for (let after = position; ; after = returned.at(-1)?.position ?? after) {
    const entries = await feed.read(after, 7);
    returned.push(...entries);
    if (entries.length === 0) return returned;
  }
}

const ids = (entries: readonly FeedEntry[]): number[] => entries.map(({ objectId }) => objectId);
const brief = ({ object, objectId, action, before, after, location }: FeedEntry) => ({
  object,
  objectId,
  action,
  before,
  after,
  subnetId: location.subnetId,
});

describeFreshContract('The feed', ['feed'], (storage) => {
  const end = () => new ChangeFeed(storage.readers, storage.unitOfWork).end();
  const append = (...entries: readonly ChangeEntry[]): Promise<void> =>
    storage.write(({ changeLog }) => changeLog.append(...entries));

  it('returns each change once, in the order of the changes, with the values before and after', async () => {
    const from = await end();
    const entries = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) =>
      entryOf(id, {
        differences: ['[name]: a => b'],
        before: { name: 'a', n: null },
        after: { name: 'b', n: [1, 'x', { y: false }] },
      }),
    );
    await append(...entries.slice(0, 4));
    await append(...entries.slice(4));
    const returned = await readAfter(storage, from);
    expect(ids(returned)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const { position: _position, location, size: _size, subnetId: _subnet, isConsequence, ...first } = returned[0] as FeedEntry;
    expect(first).to.deep.equal({ ...entries[0] });
    expect(isConsequence).to.equal(false);
    expect(location).to.deep.equal({
      sectionId: null,
      subnetId: null,
      sectionPermissions: undefined,
      subnetPermissions: undefined,
    });
    const positions = returned.map(({ position }) => position);
    expect(positions).to.deep.equal([...positions].sort((a, b) => a - b));
    expect(await storage.readers.feed.find(positions[3] as number)).to.deep.equal(returned[3]);
  });

  it('returns no entry of a unit of work that was rolled back', async () => {
    const from = await end();
    const failing = storage.write(async ({ changeLog }) => {
      await changeLog.append(entryOf(1));
      throw new Error('undo');
    });
    await failing.catch(() => {});
    expect(await readAfter(storage, from)).to.deep.equal([]);
  });

  it('skips no change of a unit of work that commits after later ones', async function () {
    // this storage runs units of work one at a time
    if (storage.skip.parallelUnits) this.skip();
    const from = await end();
    const order: string[] = [];
    let goOn: () => void = () => {};
    const paused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begun: () => void = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const late = storage
      .write(async ({ changeLog }) => {
        await changeLog.append(entryOf(1));
        await changeLog.list('subnet', 1, 1); // the entry is written now
        begun();
        await paused;
        await changeLog.append(entryOf(2));
      })
      .then(() => order.push('late'));
    await isBegun;
    await append(entryOf(3));
    order.push('early');
    const first = await readAfter(storage, from);
    expect(ids(first)).to.deep.equal([3]);
    goOn();
    await late;
    expect(order).to.deep.equal(['early', 'late']);
    expect(ids(await readAfter(storage, first.at(-1)?.position ?? 0))).to.deep.equal([1, 2]);
    expect(ids(await readAfter(storage, from))).to.deep.equal([3, 1, 2]);
  });

  it('returns the changes of one object in their order, even if the unit of work with the last one began first', async function () {
    // this storage runs units of work one at a time
    if (storage.skip.parallelUnits) this.skip();
    const from = await end();
    await storage.write(async ({ changeLog }) => {
      await changeLog.append(entryOf(1));
      await changeLog.list('subnet', 1, 1); // this unit of work has written an entry now
      await append(entryOf(2, { action: 'add' }));
      await changeLog.append(entryOf(2, { action: 'delete' }));
    });
    const returned = await readAfter(storage, from);
    expect(returned.filter(({ objectId }) => objectId === 2).map(({ action }) => action)).to.deep.equal(['add', 'delete']);
  });

  it('returns the same entries to three readers during concurrent writes', async () => {
    const from = await end();
    const feed = new ChangeFeed(storage.readers, storage.unitOfWork);
    let writing = true;
    const reader = async (): Promise<number[]> => {
      const returned: FeedEntry[] = [];
      for (let isLast = false; ; ) {
        const entries = await feed.read(returned.at(-1)?.position ?? from, 5);
        returned.push(...entries);
        if (entries.length === 0 && isLast) return ids(returned);
        isLast = !writing;
      }
    };
    const readers = [reader(), reader(), reader()];
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let i = 0; i < 12; i++) await append(entryOf(writer * 100 + i), entryOf(writer * 100 + 50 + i));
      }),
    );
    writing = false;
    const [one, two, three] = await Promise.all(readers);
    expect(one).to.have.length(8 * 24);
    expect(two).to.deep.equal(one);
    expect(three).to.deep.equal(one);
    for (let writer = 0; writer < 8; writer++) {
      const own = one?.filter((id) => Math.floor(id / 100) === writer && id % 100 < 50);
      expect(own).to.deep.equal(own?.toSorted((a, b) => a - b));
    }
  });

  it('contains each address of a deleted subnet, and all records that the deletion cascades to', async () => {
    const { network, child, other, addresses, section } = await storage.write(async (to) => {
      const permissions = new Map([[2, 1 as const]]);
      const sectionId = await to.sections.insert(newSection({ permissions }));
      const id = await to.subnets.insert(newNetwork(sectionId, '10.0.0.0/16', { permissions, description: 'whole' }));
      await to.subnets.lock(id, 'change');
      const below = await to.subnets.insert(newNetwork(sectionId, '10.0.1.0/24', { masterSubnetId: id }));
      const linked = await to.subnets.insert(newNetwork(sectionId, '10.9.0.0/24', { linked_subnet: below }));
      const made = [
        ...(await insertAddresses(to, id, ['10.0.0.1'])),
        await to.addresses.insert(
          newAddress(below, '10.0.1.1', { hostname: 'a.example', is_gateway: true, custom: { custom_x: 'y' } }),
        ),
      ];
      return { network: id, child: below, other: linked, addresses: made, section: sectionId };
    });
    const from = await end();
    await storage.write(async (to) => {
      await to.subnets.lock(network, 'change');
      await to.changeLog.appendConsequences({ of: 'deletion', object: 'subnet', id: network }, by);
      expect(await to.subnets.delete(network)).to.equal(true);
    });
    const returned = await readAfter(storage, from);
    for (const { isConsequence, at, by: author, appId } of returned)
      expect({ at, isConsequence, by: author, appId }).to.deep.equal({
        at: by.at,
        isConsequence: true,
        by: 'Hexipam',
        appId: 'mcp',
      });
    expect(returned.map(brief)).to.have.deep.members([
      {
        object: 'address',
        objectId: addresses[0],
        action: 'delete',
        before: { subnetId: network, ip: '10.0.0.1' },
        after: null,
        subnetId: network,
      },
      {
        object: 'address',
        objectId: addresses[1],
        action: 'delete',
        before: { subnetId: child, ip: '10.0.1.1', hostname: 'a.example', is_gateway: true, custom: { custom_x: 'y' } },
        after: null,
        subnetId: child,
      },
      {
        object: 'subnet',
        objectId: child,
        action: 'delete',
        before: { prefix: '10.0.1.0/24', sectionId: section, masterSubnetId: network },
        after: null,
        subnetId: child,
      },
      {
        object: 'subnet',
        objectId: other,
        action: 'edit',
        before: { linked_subnet: child },
        after: { linked_subnet: null },
        subnetId: other,
      },
    ]);
    const ofChild = returned.find(({ object, objectId }) => object === 'subnet' && objectId === child);
    expect(ofChild?.location).to.deep.include({ sectionId: section, subnetPermissions: null });
    expect([...(ofChild?.location.sectionPermissions ?? [])]).to.deep.equal([[2, 1]]);
  });

  it('contains all records of a deleted section, with their permissions before the deletion', async () => {
    const { section, below, network, address } = await storage.write(async (to) => {
      const permissions = new Map([[3, 2 as const]]);
      const sectionId = await to.sections.insert(newSection({ permissions }));
      const child = await to.sections.insert(newSection({ masterSection: sectionId }));
      const id = await to.subnets.insert(newNetwork(child, '2001:db8::/64', { permissions }));
      await to.subnets.lock(id, 'change');
      return {
        section: sectionId,
        below: child,
        network: id,
        address: (await insertAddresses(to, id, ['2001:db8::1:0:0:1']))[0],
      };
    });
    const from = await end();
    await storage.write(async (to) => {
      await to.changeLog.appendConsequences({ of: 'deletion', object: 'section', id: section }, by);
      await to.sections.delete(section);
    });
    const returned = await readAfter(storage, from);
    expect(returned.map(({ object, objectId, action }) => [object, objectId, action])).to.have.deep.members([
      ['address', address, 'delete'],
      ['subnet', network, 'delete'],
      ['section', below, 'delete'],
    ]);
    const ofAddress = returned.find(({ object }) => object === 'address');
    expect(ofAddress?.before).to.deep.equal({ subnetId: network, ip: '2001:db8::1:0:0:1' });
    expect(ofAddress?.location.sectionId).to.equal(below);
    expect(ofAddress?.location.sectionPermissions).to.equal(null);
    expect([...(ofAddress?.location.subnetPermissions ?? [])]).to.deep.equal([[3, 2]]);
  });

  storage.itWith('reshape')(
    'contains addresses that move, that are deleted with others, and that lose the gateway flag',
    async () => {
      const {
        network,
        part,
        ids: made,
      } = await storage.write(async (to) => {
        const id = await insertNetwork(to, '10.0.0.0/24');
        const other = await insertNetwork(to, '10.0.0.0/25');
        for (const locked of [id, other]) await to.subnets.lock(locked, 'change');
        const [low] = await insertAddresses(to, id, ['10.0.0.1']);
        const high = await to.addresses.insert(newAddress(id, '10.0.0.200', { is_gateway: true }));
        return { network: id, part: other, ids: { low: low as number, high } };
      });
      const from = await end();
      await storage.write(async (to) => {
        for (const locked of [network, part]) await to.subnets.lock(locked, 'change');
        const range = rangeOf(cidr('10.0.0.0/25'));
        await to.changeLog.appendConsequences({ of: 'move', fromSubnetId: network, toSubnetId: part, range }, by);
        await to.addresses.moveRange(network, part, range);
        await to.changeLog.appendConsequences({ of: 'gateway', subnetId: network, exceptId: null }, by);
        await to.addresses.clearGateways(network, null, at);
        await to.changeLog.appendConsequences({ of: 'truncation', subnetId: network }, by);
        await to.addresses.deleteAllIn(network);
      });
      expect((await readAfter(storage, from)).map(brief)).to.deep.equal([
        {
          object: 'address',
          objectId: made.low,
          action: 'edit',
          before: { subnetId: network },
          after: { subnetId: part },
          subnetId: network,
        },
        {
          object: 'address',
          objectId: made.high,
          action: 'edit',
          before: { is_gateway: true },
          after: { is_gateway: false },
          subnetId: network,
        },
        {
          object: 'address',
          objectId: made.high,
          action: 'delete',
          before: { subnetId: network, ip: '10.0.0.200', editDate: at },
          after: null,
          subnetId: network,
        },
      ]);
      expect(await storage.readers.changeLog.list('address', made.high, 9)).to.deep.equal([]);
    },
  );

  storage.itWith('catalog')('contains the records that refer to a deleted record', async () => {
    const made = await storage.write(async (to) => {
      const sectionId = await to.sections.insert(newSection());
      const domain = await to.catalog.insert('l2domain', { name: 'd' }, {});
      const vlan = await to.catalog.insert('vlan', { name: 'v', number: 7, domainId: domain }, {});
      return { domain, vlan, subnet: await to.subnets.insert(newNetwork(sectionId, '10.0.0.0/24', { vlanId: vlan })) };
    });
    const from = await end();
    await storage.write(async (to) => {
      await to.changeLog.appendConsequences({ of: 'deletion', object: 'l2domain', id: made.domain }, by);
      await to.catalog.delete('l2domain', made.domain);
      await to.changeLog.appendConsequences({ of: 'deletion', object: 'vlan', id: made.vlan }, by);
      await to.catalog.delete('vlan', made.vlan);
    });
    expect((await readAfter(storage, from)).map(brief)).to.deep.equal([
      {
        object: 'vlan',
        objectId: made.vlan,
        action: 'edit',
        before: { domainId: made.domain },
        after: { domainId: 1 },
        subnetId: null,
      },
      {
        object: 'subnet',
        objectId: made.subnet,
        action: 'edit',
        before: { vlanId: made.vlan },
        after: { vlanId: null },
        subnetId: made.subnet,
      },
    ]);
  });

  it('returns the same values for a record deleted alone and for one deleted by a cascade', async () => {
    const { network, id } = await storage.write(async (to) => {
      const subnetId = await insertNetwork(to, '2001:db8::/32');
      await to.subnets.lock(subnetId, 'change');
      const given = {
        hostname: 'x',
        is_gateway: true,
        lastSeen: '2024-02-29 23:59:59',
        PTR: 0,
        excludePing: true,
        custom: { custom_f: false },
      };
      return { network: subnetId, id: await to.addresses.insert(newAddress(subnetId, '2001:db8::ffff', given)) };
    });
    const from = await end();
    await storage.write(({ changeLog }) => changeLog.appendConsequences({ of: 'truncation', subnetId: network }, by));
    const alongside = await readAfter(storage, from);
    await new Addresses(storage.readers, storage.unitOfWork, { now: () => new Date() }).delete(internalCaller, id);
    const alone = await readAfter(storage, alongside.at(-1)?.position ?? 0);
    expect(alone.map(({ before }) => before)).to.deep.equal(alongside.map(({ before }) => before));
  });

  it('stores followers, and leases each to one holder at a time', async () => {
    const lease = (holder: string, seconds = 30): Promise<FollowerState | undefined> =>
      storage.write(({ feed }) => feed.lease('f', holder, seconds));
    expect(await lease('a')).to.equal(undefined);
    await storage.write(({ feed }) => feed.addFollower('f', 7));
    await storage.write(({ feed }) => feed.addFollower('f', 9));
    expect(await lease('a')).to.deep.equal({ name: 'f', position: 7, failures: 0 });
    expect(await lease('b')).to.equal(undefined);
    const state = { name: 'f', position: 12, failures: 3 };
    expect(await storage.write(({ feed }) => feed.save(state, 'b'))).to.equal(false);
    expect(await storage.write(({ feed }) => feed.save(state, 'a'))).to.equal(true);
    expect(await lease('a', 0)).to.deep.equal(state);
    expect(await storage.write(({ feed }) => feed.save(state, 'a'))).to.equal(false);
    expect(await lease('b')).to.deep.equal(state);
    await storage.write(({ feed }) => feed.release('f', 'a'));
    expect(await lease('a')).to.equal(undefined);
    await storage.write(({ feed }) => feed.release('f', 'b'));
    expect(await lease('a')).to.deep.equal(state);
    expect(await storage.write(({ feed }) => feed.followers())).to.deep.equal([state]);
    await storage.write(({ feed }) => feed.removeFollower('f'));
    expect(await storage.write(({ feed }) => feed.followers())).to.deep.equal([]);
  });

  storage.itWith('audit')('retains the entries that a follower has not read, and reports the last pruned position', async () => {
    const old = '1999-01-01 00:00:00';
    const from = await end();
    await append(entryOf(1, { at: old }), entryOf(2, { at: old }), entryOf(3, { at: old }), entryOf(4));
    const [first, second] = await readAfter(storage, from);
    const prune = (keepFrom: number | null) =>
      storage.write(({ changeLog }) => changeLog.deleteBefore('2000-01-01 00:00:00', keepFrom));
    expect(await prune(second?.position ?? 0)).to.equal(1);
    expect((await storage.readers.feed.bounds()).pruned).to.equal(first?.position);
    expect(ids(await readAfter(storage, from))).to.deep.equal([2, 3, 4]);
    const feed = new ChangeFeed(storage.readers, storage.unitOfWork);
    expect(await prune(null)).to.equal(2);
    expect(await feed.locate(undefined)).to.equal((second?.position ?? 0) + 1);
    const cursor = await feed.cursorBehind([first as FeedEntry], 0);
    const refused = await feed.locate(cursor).catch((error: { code: string }) => error.code);
    expect(refused).to.equal('feed.pruned');
    await append(entryOf(5, { at: old }));
    expect(await prune(first?.position ?? 0)).to.equal(0);
  });

  it('returns the newest entries of one object, or of one subnet with its addresses, before a position', async () => {
    const of = (subnetId: number, objectId: number) => entryOf(objectId, { object: 'address', subnetId });
    const [own, other] = [900_007, 900_008];
    await append(of(own, 1), entryOf(1), of(other, 2), of(own, 3), entryOf(1, { object: 'vrf' }), of(own, 4), entryOf(1));
    const last = await end();
    const { feed } = storage.readers;
    const subnet = await feed.readBack({ subnetId: own }, last + 1, 2);
    expect(ids(subnet)).to.deep.equal([4, 3]);
    expect(ids(await feed.readBack({ subnetId: own }, subnet[1]?.position ?? 0, 9))).to.deep.equal([1]);
    const object = await feed.readBack({ object: 'vlan', objectId: 1 }, last + 1, 2);
    expect(object.map(({ position }) => position)).to.deep.equal([last, last - 5]);
    expect(object[0]).to.deep.equal(await feed.find(last));
    expect(await feed.readBack({ subnetId: 2 ** 31 }, last + 1, 9)).to.deep.equal([]);
    const large = Array.from({ length: 3 }, () => entryOf(1, { object: 'tag', after: { name: 'x'.repeat(600) } }));
    await append(...large);
    expect(await feed.readBack({ object: 'tag', objectId: 1 }, (await end()) + 1, 9, 1500)).to.have.length(2);
    expect(await feed.readBack({ object: 'tag', objectId: 1 }, (await end()) + 1, 9, 10)).to.have.length(1);
  });

  it('returns fewer large entries in one read, but at least one', async () => {
    const from = await end();
    const large = (objectId: number, length: number) =>
      entryOf(objectId, { before: { name: '' }, after: { name: 'x'.repeat(length) } });
    await append(large(1, 300_000), large(2, 300_000), large(3, 300_000), large(4, 300_000), large(5, 3_000_000), large(6, 10));
    await end();
    const sizes: number[] = [];
    const read = async (after: number, maxSize?: number): Promise<readonly number[]> =>
      ids(await storage.readers.feed.read(after, 100, maxSize));
    expect(await read(from)).to.deep.equal([1, 2, 3]);
    expect(await read(from, 10)).to.deep.equal([1]);
    expect(await read(from + 3)).to.deep.equal([4]);
    expect(await read(from + 4)).to.deep.equal([5]);
    expect(await read(from + 5)).to.deep.equal([6]);
    for (const { size } of await storage.readers.feed.read(from, 2)) sizes.push(size);
    for (const size of sizes) expect(size).to.be.within(300_000, 300_100);
  });

  it('finds the position of a cursor, and rejects unknown cursors', async () => {
    const feed = new ChangeFeed(storage.readers, storage.unitOfWork);
    await append(entryOf(1), entryOf(2));
    const position = await feed.locate('now');
    const cursor = await feed.cursorBehind([], position);
    expect(await feed.locate(cursor)).to.equal(position);
    for (const invalid of ['', '-1', 'A', `${cursor}1`, cursor.replace('.', '.x'), 'zzzzzz', '1'.repeat(30)]) {
      const refused = await feed.locate(invalid).catch((error: { code: string }) => error.code);
      expect(refused, invalid).to.equal('feed.cursorUnknown');
    }
  });
});
