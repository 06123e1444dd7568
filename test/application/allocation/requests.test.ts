import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { Requests } from '../../../application/allocation/requests.js';
import { type Caller, internalCaller as caller } from '../../../application/caller.js';
import { Catalog } from '../../../application/catalog/catalog.js';
import { Addresses } from '../../../application/inventory/addresses.js';
import { Sections } from '../../../application/inventory/sections.js';
import { SubnetOperations } from '../../../application/inventory/subnet-operations.js';
import { Subnets } from '../../../application/inventory/subnets.js';
import { unrestrictedPrincipal } from '../../../domain/access/access-policy.js';
import { grantedScope, type Scope } from '../../../domain/access/key-scope.js';
import { spaceRequest } from '../../../domain/allocation/space-request.js';
import { type ErrorCode, IpamError } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { collect } from '../../support/collect.js';

async function codeOf(work: Promise<unknown>): Promise<ErrorCode | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (IpamError.is(error)) return error.code;
    throw error;
  }
}

const keyWith = (...scopes: readonly Scope[]): Caller => ({
  ...caller,
  principal: {
    ...{ unrestricted: false, groups: [], inventory: 'none' },
    narrowed: { owner: unrestrictedPrincipal, scope: grantedScope({ scopes, sections: [], subnets: [] }) },
  },
});

/** Use cases over a storage that rejects writes without the lock of the subnet, and locks in the wrong order. */
async function setUp() {
  let now = Date.UTC(2026, 2, 1, 12);
  const clock = { now: () => new Date(now) };
  const { readers, unitOfWork } = createMemoryDatabase(undefined, { checksLocks: true });
  const sectionId = await new Sections(readers, unitOfWork, clock).create(caller, { name: 'Section' });
  const subnets = new Subnets(readers, unitOfWork, clock, systemTimers);
  const place = { sectionId, allowRequests: '1' };
  const subnetId = (await subnets.create(caller, Prefix.parse('10.0.0.0/24'), place)).id;
  const other = (await subnets.create(caller, Prefix.parse('10.0.1.0/24'), place)).id;
  const catalog = new Catalog(readers, unitOfWork, clock);
  return {
    ...{ readers, subnets, subnetId, other, catalog },
    addresses: new Addresses(readers, unitOfWork, clock),
    operations: new SubnetOperations(unitOfWork, clock),
    requests: new Requests(readers, unitOfWork, clock, systemTimers, systemRandom),
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
    ask: (input: Input = {}) => catalog.create(caller, 'request', { subnetId, comment: 'printer', ...input }),
    read: async (id: number) => {
      const row = await readers.catalog.find('request', id);
      if (!row) throw new Error('no request');
      return spaceRequest(row);
    },
    used: async () => (await collect(readers.addresses.list({ subnetId, order: 'address' }))).map(({ ip }) => ip.toString()),
  };
}

const texts = (granted: readonly { readonly text: string }[]): string[] => granted.map(({ text }) => text);

describe('Requests', () => {
  it('lock their subnet for each write, and do not move to another one', async () => {
    const { catalog, requests, ask, other, used } = await setUp();
    const id = await ask();
    expect(await codeOf(catalog.change(caller, 'request', id, { subnetId: other }))).to.equal('spaceRequest.subnetFixed');
    expect(await codeOf(requests.accept(caller, id, { subnetId: other }))).to.equal('spaceRequest.subnetFixed');
    await catalog.change(caller, 'request', id, { ip_addr: '10.0.0.5' });
    expect(texts(await requests.accept(caller, id))).to.deep.equal(['10.0.0.5']);
    await catalog.delete(caller, 'request', id);
    expect(await used()).to.deep.equal(['10.0.0.5']);
    expect(await codeOf(requests.accept(caller, id))).to.equal('kind.unknown');
    expect(await codeOf(catalog.create(caller, 'request', { comment: 'nowhere' }))).to.equal('field.type');
    expect(await codeOf(requests.requireSubnet(caller, 99))).to.equal('subnet.unknown');
  });

  it('hold addresses and subnets, and release them', async () => {
    const { requests, ask, read, used, subnets, subnetId, other } = await setUp();
    const [addresses, network] = [await ask({ count: 2 }), await ask({ subnetId: other, mask: 28 })];
    expect(texts(await requests.hold(caller, addresses, { hold: 60 }))).to.deep.equal(['10.0.0.1', '10.0.0.2']);
    expect(texts(await requests.hold(caller, network, { hold: 60 }))).to.deep.equal(['10.0.1.0/28']);
    expect(await read(addresses)).to.include({ heldIds: '1;2', heldUntil: '2026-03-01 12:01:01' });
    expect(texts(await requests.hold(caller, addresses, { hold: 120 }))).to.deep.equal(['10.0.0.1', '10.0.0.2']);
    expect(await codeOf(requests.hold(caller, addresses, {}))).to.equal('field.required');
    expect(await codeOf(requests.hold(caller, addresses, { hold: 60, count: 1 }))).to.equal('field.unknown');
    for (const id of [addresses, network]) await requests.refuse(caller, id, { adminComment: 'no' });
    expect(await used()).to.deep.equal([]);
    expect(await subnets.hasChildren(caller, other)).to.equal(false);
    expect(await read(addresses)).to.include({ subnetId, state: 'refused', heldIds: null, results: null, adminComment: 'no' });
  });

  it('do not delete a held subnet that contains addresses', async () => {
    const { requests, addresses, ask, subnets, other } = await setUp();
    const id = await ask({ subnetId: other, mask: 28 });
    const [network] = await requests.hold(caller, id, { hold: 60 });
    await addresses.create(caller, { subnetId: network?.id, ip: '10.0.1.3' });
    await requests.refuse(caller, id);
    expect((await subnets.read(caller, network?.id ?? 0)).subnet.heldUntil).to.equal(null);
  });

  it('confirm a complete hold, and allocate again when it is incomplete or expired', async () => {
    const { requests, addresses, ask, used, pass } = await setUp();
    const [whole, part, over] = [await ask({ count: 2 }), await ask({ count: 2 }), await ask()];
    for (const id of [whole, part, over]) await requests.hold(caller, id, { hold: 60 });
    await addresses.delete(caller, 3);
    expect(texts(await requests.accept(caller, whole))).to.deep.equal(['10.0.0.1', '10.0.0.2']);
    expect(texts(await requests.accept(caller, part))).to.deep.equal(['10.0.0.3', '10.0.0.4']);
    pass(3600);
    expect(texts(await requests.accept(caller, over, { hostname: 'late' }))).to.deep.equal(['10.0.0.5']);
    expect(await used()).to.deep.equal(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5']);
  });

  it('confirm a held subnet', async () => {
    const { requests, ask, subnets, other } = await setUp();
    const id = await ask({ subnetId: other, mask: 28, description: 'Lab' });
    const held = await requests.hold(caller, id, { hold: 60 });
    expect(await requests.accept(caller, id)).to.deep.equal(held);
    const { subnet } = await subnets.read(caller, held[0]?.id ?? 0);
    expect([subnet.description, subnet.heldUntil, subnet.masterSubnetId]).to.deep.equal(['Lab', null, other]);
  });

  it('move to the new subnets of a split, also when these replace the subnet', async () => {
    const { requests, operations, ask, read, subnetId } = await setUp();
    const [named, any] = [await ask({ ip_addr: '10.0.0.200' }), await ask()];
    const ids = await operations.split(caller, subnetId, { count: 2, grouped: false });
    expect([(await read(named)).subnetId, (await read(any)).subnetId]).to.deep.equal([ids[1], ids[0]]);
    expect(texts(await requests.accept(caller, named))).to.deep.equal(['10.0.0.200']);
  });

  it('need the scope of an allocation to be accepted with a key', async () => {
    const { requests, ask, other } = await setUp();
    const [address, network] = [await ask(), await ask({ subnetId: other, mask: 28 })];
    expect(await codeOf(requests.accept(keyWith('request:write'), address))).to.equal('permission.denied');
    expect(await codeOf(requests.accept(keyWith('address:write'), address))).to.equal('kind.unknown');
    const addresses = keyWith('request:write', 'address:write', 'range:write');
    expect(await codeOf(requests.accept(addresses, network))).to.equal('permission.denied');
    expect(texts(await requests.accept(addresses, address))).to.deep.equal(['10.0.0.1']);
    expect(texts(await requests.accept(keyWith('request:write', 'allocate'), network))).to.deep.equal(['10.0.1.0/28']);
  });
});
