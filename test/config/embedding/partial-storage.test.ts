import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { type PartialStorage, type StorageCapability, storageCapabilities } from '../../../application/ports/capabilities.js';
import { createIpam, type Ipam, IpamError, internalCaller } from '../../../config/embed.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { collect } from '../../support/collect.js';

/** A storage with only the ports of the core in its type. Use cases must not use its other repositories. */
function storageWith<C extends StorageCapability>(...capabilities: readonly C[]): PartialStorage<C> {
  const { readers, unitOfWork } = createMemoryDatabase();
  return { capabilities, readers, unitOfWork } as unknown as PartialStorage<C>;
}

const codeOf = async (call: () => unknown): Promise<string> => {
  try {
    await call();
    return 'none';
  } catch (error) {
    return IpamError.is(error, 'storage.unsupported') ? error.details.capability : String(error);
  }
};

describe('An instance over a storage with only the core', () => {
  let ipam: Ipam;
  let subnetId: number;
  before(async () => {
    ipam = await createIpam({ storage: { database: storageWith() } });
    const sectionId = await ipam.sections.create(internalCaller, { name: 'Core', strictMode: true });
    subnetId = (await ipam.subnets.create(internalCaller, Prefix.parse('10.0.0.0/16'), { sectionId })).id;
  });
  after(() => ipam.close());

  it('has no capabilities', () => {
    expect(ipam.capabilities).to.deep.equal([]);
  });

  it('creates, reads, lists, allocates, changes and deletes, with usage and history', async () => {
    const network = await ipam.allocation.allocateSubnet(internalCaller, subnetId, 24, 'first', {});
    expect(String(network.prefix)).to.equal('10.0.0.0/24');
    const taken = await Promise.all([1, 2, 3].map(() => ipam.allocation.allocateAddress(internalCaller, network.id, {})));
    expect(taken.map(({ ip }) => String(ip)).sort()).to.deep.equal(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
    const id = await ipam.addresses.create(internalCaller, { subnetId: network.id, ip: '10.0.0.9', hostname: 'nine' });
    await ipam.addresses.change(internalCaller, id, { hostname: 'ten' });
    expect((await ipam.addresses.read(internalCaller, id)).hostname).to.equal('ten');
    expect((await ipam.subnets.usage(internalCaller, network.id)).used).to.equal(4n);
    expect(await ipam.addresses.changes(internalCaller, id, 10)).to.have.length(2);
    await ipam.addresses.delete(internalCaller, id);
    await ipam.subnets.delete(internalCaller, network.id);
    expect(await collect(ipam.subnets.list(internalCaller, { masterSubnetId: subnetId, order: { by: 'id' } }))).to.deep.equal([]);
  });

  const calls: Readonly<Record<string, () => unknown>> = {
    catalog: () => collect(ipam.catalog.list('vlan')),
    gaps: async () => collect(await ipam.allocation.findFreeSubnets(internalCaller, subnetId, 24)),
    reshape: () => ipam.subnetOperations.resize(internalCaller, subnetId, 15),
    overview: () => ipam.overviews.read(internalCaller, 5),
    audit: () => ipam.access.audit(internalCaller, 10),
    feed: () => ipam.onCommitted(() => {}),
    webhooks: () => ipam.access.webhooks.list(internalCaller),
    identity: () => ipam.signIn.signIn(internalCaller, 'somebody', 'secret'),
  };
  for (const [capability, call] of Object.entries(calls)) {
    it(`returns storage.unsupported for a call that needs ${capability}`, async () => {
      expect(await codeOf(call)).to.equal(capability);
    });
  }

  it('answers requests with 501, because it cannot read applications', async () => {
    const server = createServer((request, response) => void ipam.handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/app/sections/`);
    expect(response.status).to.equal(501);
    expect(await response.json()).to.deep.include({ code: 501, message: 'Not supported by the storage: identity' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('An instance over a storage with further capabilities', () => {
  it('names them, and supports their calls', async () => {
    const ipam = await createIpam({ storage: { database: storageWith('overview', 'catalog') } });
    expect(ipam.capabilities).to.deep.equal(['catalog', 'overview']);
    expect(await ipam.catalog.create(internalCaller, 'vlan', { name: 'servers', number: 7 })).to.be.greaterThan(0);
    await ipam.close();
  });

  it('has all capabilities with a database that names none', async () => {
    const ipam = await createIpam({ storage: { database: createMemoryDatabase() } });
    expect(ipam.capabilities).to.deep.equal(storageCapabilities);
    await ipam.close();
  });
});
