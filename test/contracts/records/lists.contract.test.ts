import { expect } from 'chai';
import type { AddressQuery } from '../../../application/ports/inventory/addresses.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { collect } from '../../support/collect.js';
import { insertNetwork, newAddress, newNetwork, newSection, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

/** More rows than any storage reads in one query. */
const many = 2500;

/** Inserts `many` rows, 100 of them concurrently. @returns their ids */
async function inserted(insert: (index: number) => Promise<number>): Promise<number[]> {
  const ids: number[] = [];
  for (let first = 0; first < many; first += 100)
    ids.push(...(await Promise.all(Array.from({ length: 100 }, (_, index) => insert(first + index)))));
  return ids;
}

const ascending = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

const sortedIds = (items: readonly { readonly id: number }[]): number[] => ascending(items.map(({ id }) => id));

describeContract('A long list', (storage) => {
  let subnet = 0;
  let section = 0;
  let ids: number[] = [];
  let networkIds: number[] = [];

  before(async () => {
    subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/8'));
    ids = ascending(await storage.write(({ addresses }) => inserted((i) => addresses.insert(sample(i)))));
    section = await storage.write(({ sections }) => sections.insert(newSection()));
    const networks = await storage.write(({ subnets }) =>
      inserted((i) =>
        subnets.insert(newNetwork(section, `10.${(i * 7) % 256}.${i % 3}.0/24`, { description: i % 5 ? `d${i % 7}` : null })),
      ),
    );
    networkIds = ascending(networks);
  });

  /** An address out of numeric order. Some share a hostname or a MAC address, and some have none. */
  const sample = (i: number) => {
    const address = String(IpAddress.of(4, (10n << 24n) + BigInt((i * 7919) % 100003)));
    return newAddress(subnet, address, { hostname: i % 4 ? `h${i % 6}` : null, mac: i % 3 ? `00:00:00:00:00:0${i % 5}` : null });
  };

  const list = (order: AddressQuery['order']) => collect(storage.readers.addresses.list({ subnetId: subnet, order }));

  for (const order of ['id', 'address', 'hostname', 'mac'] as const) {
    it(`of addresses by ${order} is complete and without duplicates`, async () => {
      expect(sortedIds(await list(order))).to.deep.equal(ids);
    });
  }

  it('of addresses is sorted throughout', async () => {
    expect((await list('id')).map(({ id }) => id)).to.deep.equal(ids);
    const byAddress = await list('address');
    expect(byAddress.map(({ id }) => id)).to.deep.equal(byAddress.toSorted((a, b) => a.ip.compare(b.ip)).map(({ id }) => id));
    const named = (await list('hostname')).filter(({ hostname }) => hostname !== null);
    const sorted = named.toSorted((a, b) => Number(a.hostname?.slice(1)) - Number(b.hostname?.slice(1)) || a.ip.compare(b.ip));
    expect(named.map(({ id }) => id)).to.deep.equal(sorted.map(({ id }) => id));
    const macs = (await list('mac')).flatMap(({ mac }) => mac ?? []);
    expect(macs).to.deep.equal(macs.toSorted());
  });

  it('of addresses with a condition is complete', async () => {
    const named = await collect(storage.readers.addresses.list({ subnetId: subnet, hostnamePrefix: 'h', order: 'hostname' }));
    expect(named.length).to.equal(ids.filter((_, i) => i % 4 !== 0).length);
    expect(new Set(named.map(({ id }) => id)).size).to.equal(named.length);
  });

  it('of subnets is complete in every order, and sorted by id and by network', async () => {
    const listed = async (query: Parameters<typeof storage.readers.subnets.list>[0]['order']) =>
      (await collect(storage.readers.subnets.list({ sectionId: section, order: query }))).map((listing) => listing.subnet);
    expect((await listed({ by: 'id' })).map(({ id }) => id)).to.deep.equal(networkIds);
    expect(await collect(storage.readers.subnets.ids({ sectionId: section, order: { by: 'id' } }))).to.deep.equal(networkIds);
    for (const by of ['network', 'longestMask', 'tree'] as const)
      expect(sortedIds(await listed({ by })), by).to.deep.equal(networkIds);
    const byNetwork = (await listed({ by: 'network' })).flatMap(({ prefix }) => prefix ?? []);
    expect(byNetwork.map(String)).to.deep.equal(byNetwork.toSorted((a, b) => a.compare(b)).map(String));
    for (const field of ['subnet', 'description', 'vlanId'] as const) {
      for (const descending of [false, true])
        expect(sortedIds(await listed({ by: 'section', field, descending })), field).to.deep.equal(networkIds);
    }
  });

  storage.itWith('catalog')('of a kind is complete and sorted by id', async () => {
    const name = uniqueWord();
    const vlans = await storage.write(({ catalog }) =>
      inserted((i) => catalog.insert('vlan', { name: i % 9 ? name : `${name}x`, number: i }, {})),
    );
    const known = new Set(vlans);
    const listed = (await collect(storage.readers.catalog.list('vlan'))).map(({ id }) => id);
    expect(listed.filter((id) => known.has(id))).to.deep.equal(ascending(vlans));
    const named = (await collect(storage.readers.catalog.list('vlan', { name }))).map(({ id }) => id);
    expect(named).to.deep.equal(ascending(vlans.filter((_, i) => i % 9)));
  });

  it('can be read while other queries run', async () => {
    let seen = 0;
    for await (const address of storage.readers.addresses.list({ subnetId: subnet, order: 'address' })) {
      if (seen++ % 250 === 0) {
        expect((await storage.readers.addresses.find(address.id))?.id).to.equal(address.id);
        expect(await storage.readers.subnets.hasChildren(subnet)).to.equal(false);
        const beside = storage.readers.subnets.list({ sectionId: section, order: { by: 'network' } });
        for await (const listing of beside) {
          expect(listing.subnet.sectionId).to.equal(section);
          break;
        }
      }
    }
    expect(seen).to.equal(many);
  });

  it('can be read while units of work run', async () => {
    let seen = 0;
    for await (const { id } of storage.readers.addresses.list({ subnetId: subnet, order: 'id' })) {
      if (seen++ % 500 === 0) await storage.write(({ addresses }) => addresses.update(id, { note: 'seen' }));
    }
    expect(seen).to.equal(many);
  });

  it('can be read in a unit of work that changes its records', async () => {
    const changed = await storage.write(async ({ addresses }) => {
      let count = 0;
      for await (const { id } of addresses.list({ subnetId: subnet, order: 'address' })) {
        if (count++ % 100 === 0) await addresses.update(id, { note: 'changed' });
      }
      return count;
    });
    expect(changed).to.equal(many);
  });

  it('can be aborted repeatedly', async () => {
    for (let i = 0; i < 30; i++) {
      for await (const { id } of storage.readers.addresses.list({ subnetId: subnet, order: 'address' })) {
        expect(id).to.be.a('number');
        break;
      }
    }
    expect((await storage.readers.subnets.find(subnet))?.id).to.equal(subnet);
  });

  it('can be requested and never read', async () => {
    for (let i = 0; i < 30; i++) storage.readers.addresses.list({ subnetId: subnet, order: 'address' });
    expect((await storage.readers.subnets.find(subnet))?.id).to.equal(subnet);
  });

  it('can be read concurrently', async () => {
    const lists = await Promise.all(Array.from({ length: 15 }, () => list('address')));
    for (const listed of lists) expect(listed.length).to.equal(many);
  });
});
