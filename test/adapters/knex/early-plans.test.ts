import { expect } from 'chai';
import { repositoriesIn } from '../../../adapters/knex/repositories.js';
import type { Session } from '../../../adapters/knex/sessions/session.js';
import { sql } from '../../../adapters/knex/sessions/sql.js';
import type { ChangeEntry } from '../../../application/ports/change-log.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { cidr, ip, newAddress, newNetwork } from '../../contracts/support/builders.js';
import { withSession } from './fresh-database.js';

/** A network for networks and one for addresses, without statistics or autovacuum. */
const empty = [
  sql`alter table subnets set (autovacuum_enabled = false)`,
  sql`alter table addresses set (autovacuum_enabled = false)`,
  sql`insert into sections (name, name_key, strict_mode) values ('s', 's', true)`,
  sql`insert into subnets (section_id, network) values (1, '10.0.0.0/8'), (1, '172.16.0.0/16')`,
];

const at = '2024-03-01 12:00:00';
const by = { at, userId: null, by: 'test', appId: null, clientAddress: null };

const entryOf = (objectId: number): ChangeEntry => ({
  ...{ object: 'vlan', objectId, objectName: null, action: 'edit', differences: [] },
  ...by,
});

/** Uses every second position, which leaves as many gaps. */
async function fill({ subnets, addresses, changeLog, feed }: Repositories): Promise<void> {
  const [above, subnet] = [await subnets.lock(1, 'change'), await subnets.lock(2, 'change')];
  if (!above || !subnet) throw new Error('the subnets are there');
  const place = (first: string, n: number) => IpAddress.of(4, ip(first).value + BigInt(n)).toString();
  const numbers = Array.from({ length: 4000 }, (_, n) => n);
  await subnets.insertAll(
    above,
    numbers.map((n) => newNetwork(1, `${place('10.0.0.0', n * 512)}/24`, { masterSubnetId: 1 })),
  );
  await addresses.insertAll(
    subnet,
    numbers.map((n) => newAddress(2, place('172.16.0.1', n * 2), { hostname: `h${n}`, mac: '00:11:22:33:44:55' })),
  );
  await subnets.usageCounts([1, 2]);
  await subnets.followUsage();
  await changeLog.append(...numbers.map(entryOf));
  await feed.number(numbers.length);
}

/** Rows of all tables that a transaction has read. */
const rowsRead = async (held: Session): Promise<number> => {
  const [statistics] = await held.rows<{ read: number }>(
    sql`select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables`,
  );
  return statistics?.read ?? 0;
};

const all = async (list: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of list);
};

const some: readonly IpAddress[] = Array.from({ length: 10 }, (_, n) => ip(`172.16.1.${n}`));
const free: readonly IpAddress[] = Array.from({ length: 10 }, (_, n) => ip(`172.16.99.${n}`));

async function addTwo({ subnets, addresses }: Repositories, n: number): Promise<void> {
  const subnet = await subnets.lock(2, 'change');
  if (subnet) await addresses.insertAll(subnet, [newAddress(2, `172.16.204.${2 * n}`), newAddress(2, `172.16.204.${2 * n + 1}`)]);
}

type Work = (repositories: Repositories, n: number) => Promise<unknown>;

const works: readonly (readonly [title: string, Work])[] = [
  ['used ones among some addresses', ({ addresses }) => addresses.usedAmong(2, some)],
  ['used ones among some addresses, all free', ({ addresses }) => addresses.usedAmong(2, free)],
  ['the lowest of some addresses', ({ addresses }) => addresses.findAnyOf(2, free)],
  ['an address', ({ addresses }) => addresses.findInSubnet(2, ip('172.16.3.7'))],
  ['an address by its name', ({ addresses }) => all(addresses.list({ hostname: 'h77', order: 'address' }))],
  ['an address in any subnet', ({ addresses }) => all(addresses.list({ ip: ip('172.16.3.7'), order: 'address' }))],
  [
    'an address of a subnet in a list',
    ({ addresses }) => all(addresses.list({ subnetId: 2, ip: ip('172.16.3.7'), order: 'address' })),
  ],
  [
    'an address outside a range',
    ({ addresses }) => addresses.findOutside(2, { first: ip('172.16.0.0'), last: ip('172.16.255.255') }),
  ],
  ['free addresses', ({ addresses }) => addresses.lowestFree(2, 5)],
  ['the lock for an allocation', ({ addresses }) => addresses.lockForAllocation(2, 1)],
  ['the lock for an address', ({ addresses }) => addresses.lockForInsert(2, ip('172.16.3.7'))],
  ['holds that have expired', ({ addresses }) => addresses.expiredHolds(at, 10, 2)],
  ['gateways', ({ addresses }) => addresses.clearGateways(2, null, at)],
  [
    'networks that overlap, compared together',
    ({ subnets }) => {
      const scope = { masterSubnetId: 1, vrfId: null, orNoVrf: true } as const;
      return Promise.all(['10.16.1.0/24', '10.16.3.0/24'].map((network) => subnets.findOverlap(cidr(network), scope)));
    },
  ],
  [
    'a network that overlaps',
    ({ subnets }) => subnets.findOverlap(cidr('10.200.1.16/28'), { masterSubnetId: 1, vrfId: null, orNoVrf: true }),
  ],
  [
    'a network that overlaps at the top',
    ({ subnets }) => subnets.findOverlap(cidr('192.168.1.16/28'), { sectionId: 1, vrfId: null }),
  ],
  ['the existence of child networks', ({ subnets }) => subnets.hasChildren(1)],
  ['a network outside a prefix', ({ subnets }) => subnets.findChildOutside(1, cidr('10.0.0.0/8'))],
  ['a free network', ({ subnets }) => subnets.freePrefix({ id: 1, prefix: cidr('10.0.0.0/8') }, 24, 'first')],
  ['a lock for networks', ({ subnets }) => subnets.lockForAllocation(1, at)],
  ['a network with its listed data', ({ subnets }) => subnets.findListing(1)],
  ['ancestors of a network', ({ subnets }) => subnets.ancestorIds(2)],
  ['addresses by a host name prefix', ({ addresses }) => all(addresses.list({ hostnamePrefix: 'h399', order: 'hostname' }))],
  ['addresses of a MAC address', ({ addresses }) => all(addresses.list({ mac: '00:11:22:33:44:66', order: 'mac' }))],
  ['addresses of several subnets', ({ addresses }) => all(addresses.list({ subnetIds: [3, 4, 5], order: 'subnet' }))],
  ['addresses of a device', ({ addresses }) => all(addresses.list({ deviceId: 7, order: 'address' }))],
  ['addresses of a location', ({ addresses }) => all(addresses.list({ location: 7, order: 'address' }))],
  ['addresses of a tag', ({ addresses }) => all(addresses.list({ tag: 3, order: 'address' }))],
  [
    'addresses inside a small network',
    ({ addresses }) => all(addresses.list({ inside: cidr('172.16.3.0/28'), order: 'address' })),
  ],
  ['the count of addresses, up to five', ({ addresses }) => addresses.count({ subnetId: 2, order: 'id' }, 5)],
  ['children of a network without any', ({ subnets }) => all(subnets.list({ masterSubnetId: 2, order: { by: 'network' } }))],
  ['descendants of a network without any', ({ subnets }) => all(subnets.list({ descendantsOf: 2, order: { by: 'tree' } }))],
  ['a network by its prefix', ({ subnets }) => all(subnets.list({ prefix: cidr('10.0.4.0/24'), order: { by: 'id' } }))],
  [
    'networks around a prefix',
    ({ subnets }) => all(subnets.list({ overlapping: cidr('10.0.4.0/28'), order: { by: 'longestMask' } })),
  ],
  ['networks inside a prefix', ({ subnets }) => all(subnets.list({ inside: cidr('10.0.4.0/22'), order: { by: 'network' } }))],
  ['networks of a VLAN', ({ subnets }) => all(subnets.list({ vlanId: 7, order: { by: 'network' } }))],
  ['networks of a VRF', ({ subnets }) => all(subnets.list({ vrfId: 7, order: { by: 'network' } }))],
  ['networks of a device', ({ subnets }) => all(subnets.list({ device: 7, order: { by: 'network' } }))],
  ['networks that are due for a scan', ({ subnets }) => all(subnets.list({ scanDue: at, order: { by: 'id' } }))],
  ['networks with expired holds', ({ subnets }) => subnets.expiredHolds(at, 10, 1)],
  [
    'usage after a new address',
    async ({ addresses, subnets }, n) => {
      await addresses.insert(newAddress(2, `172.16.205.${n}`));
      await subnets.usageCounts([2]);
    },
  ],
  ['the history of an address', ({ changeLog }) => changeLog.list('address', 1, 5)],
  [
    'the positions of new changes in the feed',
    async ({ changeLog, feed }, n) => {
      await changeLog.append(entryOf(n), entryOf(n));
      await feed.number(1000);
    },
  ],
  ['the existence of changes without positions', ({ feed }) => feed.hasUnnumbered()],
  ['an entry of the feed', ({ feed }) => feed.find(7)],
  ['the ends of the feed', ({ feed }) => feed.bounds()],
  ['a page of the feed', ({ feed }) => feed.read(0, 5)],
  ['a new address', ({ addresses }, n) => addresses.insert(newAddress(2, `172.16.200.${n}`, { hostname: `x${n}` }))],
  ['new addresses', (repositories, n) => addTwo(repositories, n)],
  ['an address that changes', ({ addresses }, n) => addresses.update(1, { hostname: `y${n}`, tag: (n % 4) + 1 })],
  ['an address that moves', ({ addresses }, n) => addresses.update(1, { ip: ip(`172.16.201.${n}`) })],
  [
    'numbers of reverse records',
    ({ addresses }, n) => addresses.noteReverseRecords([1, 2, 3].map((id) => ({ id, subnetId: 2, PTR: n + 1 }))),
  ],
  ['addresses that are locked together', ({ addresses }) => addresses.lockAll([1, 2, 3])],
  ['times at which addresses were seen', ({ addresses }, n) => addresses.noteSeen([1, 2, 3], `2024-03-01 12:00:${n + 10}`)],
  ['several networks by their ids', ({ subnets }) => all(subnets.list({ ids: [1, 2, 3], order: { by: 'id' } }))],
  [
    'the deletion of an address',
    async ({ addresses }, n) => addresses.delete([await addresses.insert(newAddress(2, `172.16.202.${n}`))], at),
  ],
  ['a new network', ({ subnets }, n) => subnets.insert(newNetwork(1, `10.250.${n}.0/24`, { masterSubnetId: 1 }))],
  ['a network that changes', ({ subnets }, n) => subnets.update(1, { description: `y${n}` })],
  [
    'the deletion of a network',
    async ({ subnets }, n) => subnets.delete(await subnets.insert(newNetwork(1, `10.251.${n}.0/24`, { masterSubnetId: 1 }))),
  ],
  ['networks that are locked together', ({ subnets }) => subnets.lockAll([1, 2, 3])],
  [
    'the deletion of several networks',
    async ({ subnets }, n) => {
      const child = (of: number) => newNetwork(1, `10.252.${n}.${of}/28`, { masterSubnetId: 1 });
      await subnets.deleteAll([await subnets.insert(child(0)), await subnets.insert(child(16))]);
    },
  ],
  ['the cascade of networks', ({ changeLog }) => changeLog.appendConsequences({ of: 'subnetDeletion', ids: [3, 4] }, by)],
  ['the cascade of a network', ({ changeLog }) => changeLog.appendConsequences({ of: 'deletion', object: 'subnet', id: 3 }, by)],
];

/** Rows that each work reads with statements planned while the tables were empty. */
async function readLate(): Promise<ReadonlyMap<string, number>> {
  const read = new Map<string, number>();
  await withSession(empty, (session) =>
    session.transact(async (held) => {
      const repositories = repositoriesIn(held);
      for (const [, work] of works) for (let n = 0; n < 10; n++) await work(repositories, n);
      await fill(repositories);
      for (const [title, work] of works) {
        const before = await rowsRead(held);
        await work(repositories, 10);
        read.set(title, (await rowsRead(held)) - before);
      }
    }),
  );
  return read;
}

describe('Statements planned on an empty register read few rows of a full one:', () => {
  let read: ReadonlyMap<string, number>;
  before(async () => {
    read = await readLate();
  });

  for (const [title] of works)
    it(title, () => {
      expect(read.get(title)).to.be.within(0, 60);
    });
});
