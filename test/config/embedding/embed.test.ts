import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import type { Shipment } from '../../../application/ports/webhooks.js';
import { createIpam, type Ipam, IpamError, internalCaller, StorageError } from '../../../config/embed.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';

const storages = {
  'a given database': () => ({ database: createMemoryDatabase() }),
  'the storage in memory by its URL': () => ({ url: 'memory:' }),
  'PGlite by its URL': () => ({ url: 'pglite:' }),
};

for (const [storageName, storage] of Object.entries(storages)) {
  describe(`createIpam over ${storageName}`, () => {
    let ipam: Ipam;
    before(async () => {
      ipam = await createIpam({ storage: storage() });
    });
    after(() => ipam.close());

    it('allocates addresses without a server, one after the other', async () => {
      const sectionId = await ipam.sections.create(internalCaller, { name: 'Embedded' });
      const { id: subnetId } = await ipam.subnets.create(internalCaller, Prefix.parse('10.20.0.0/30'), { sectionId });
      const taken = [
        await ipam.allocation.allocateAddress(internalCaller, subnetId, {}),
        await ipam.allocation.allocateAddress(internalCaller, subnetId, {}),
      ];
      expect(taken.map(({ ip }) => ip.toString())).to.deep.equal(['10.20.0.1', '10.20.0.2']);
      const error = await ipam.allocation.allocateAddress(internalCaller, subnetId, {}).catch((reason: unknown) => reason);
      expect(IpamError.is(error)).to.equal(true);
    });

    it('allocates the network that the criteria choose', async () => {
      const sectionId = await ipam.sections.create(internalCaller, { name: 'Chosen' });
      const { id } = await ipam.subnets.create(internalCaller, Prefix.parse('10.30.0.0/16'), { sectionId });
      const criteria = { policy: 'lowest', from: IpAddress.parse('10.30.7.0') } as const;
      const { prefix } = await ipam.allocation.allocateSubnet(internalCaller, id, 24, 'first', {}, criteria);
      expect(String(prefix)).to.equal('10.30.7.0/24');
    });

    it('sets up users and signs them in', async () => {
      await ipam.administration.provision({ users: [{ username: 'somebody', password: 'secret' }] });
      const { token } = await ipam.signIn.signIn(internalCaller, 'Somebody', 'secret');
      expect((await ipam.accessTokens.authenticate(token)).username).to.equal('somebody');
    });
  });
}

/** The failure of the StorageError of a call; undefined when the call succeeds. */
const failureOf = async (call: () => unknown): Promise<string | undefined> => {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error instanceof StorageError ? error.failure : String(error);
  }
};

for (const [storageName, storage] of Object.entries(storages)) {
  describe(`A closed instance over ${storageName}`, () => {
    let ipam: Ipam;
    let subnetId: number;
    before(async () => {
      ipam = await createIpam({ storage: storage() });
      await ipam.administration.provision({ apps: [{ id: 'open', permission: 'admin', security: 'none' }] });
      const sectionId = await ipam.sections.create(internalCaller, { name: 'Embedded' });
      subnetId = (await ipam.subnets.create(internalCaller, Prefix.parse('10.20.0.0/24'), { sectionId })).id;
      await ipam.close();
    });

    const calls: Readonly<Record<string, () => unknown>> = {
      'an allocation': () => ipam.allocation.allocateAddress(internalCaller, subnetId, {}),
      'a new section': () => ipam.sections.create(internalCaller, { name: 'Further' }),
      provisioning: () => ipam.administration.provision({ users: [{ username: 'somebody', password: 'a long secret' }] }),
      administration: () => ipam.access.webhooks.add(internalCaller, { name: 'told', url: 'https://told.example/hook' }),
      'a read': () => ipam.subnets.read(internalCaller, subnetId),
      'a page of changes': () => ipam.changes.list(internalCaller, undefined, {}, 10),
      'a subscription to changes': () => ipam.changes.listen('now', {}, async () => internalCaller),
      'a listener to commits': () => ipam.onCommitted(() => {}),
    };
    for (const [name, call] of Object.entries(calls))
      it(`rejects ${name} with an unavailable storage`, async () => {
        expect(await failureOf(call)).to.equal('unavailable');
      });

    it('answers requests with 503', async () => {
      const server = createServer((request, response) => ipam.handle(request, response));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const authorization = `Basic ${Buffer.from('somebody:secret').toString('base64')}`;
      const answer = await fetch(`http://127.0.0.1:${port}/api/open/user/`, { method: 'POST', headers: { authorization } });
      server.closeAllConnections();
      server.close();
      expect(answer.status).to.equal(503);
    });

    it('can be closed again', () => ipam.close());
  });
}

describe('createIpam', () => {
  it('does not close a given database', async () => {
    const database = createMemoryDatabase();
    const ipam = await createIpam({ storage: { database } });
    await ipam.close();
    expect(await database.unitOfWork.run(async () => 'open')).to.equal('open');
  });

  it('uses the given clock', async () => {
    const ipam = await createIpam({
      storage: { database: createMemoryDatabase() },
      clock: { now: () => new Date('2001-01-01T00:00:00Z') },
      tokenTtl: 60,
    });
    await ipam.administration.provision({ users: [{ username: 'somebody', password: 'secret' }] });
    const { expires } = await ipam.signIn.signIn(internalCaller, 'somebody', 'secret');
    expect(expires.toISOString()).to.equal('2001-01-01T00:01:00.000Z');
  });

  it('sends webhooks with the given sender, at the time of its clock', async () => {
    const sent: Shipment[] = [];
    const ipam = await createIpam({
      storage: { database: createMemoryDatabase() },
      clock: { now: () => new Date('2001-01-01T00:00:00Z') },
      sender: { send: async (shipment) => sent.push(shipment) && 204 },
    });
    await ipam.access.webhooks.add(internalCaller, { name: 'told', url: 'https://told.example/hook' });
    expect(await ipam.access.webhooks.test(internalCaller, 'told')).to.include({ delivered: 1, status: 204 });
    expect(sent.map(({ url, timestamp }) => ({ url, timestamp }))).to.deep.equal([
      { url: 'https://told.example/hook', timestamp: 978_307_200 },
    ]);
    expect(JSON.parse(sent[0]?.body ?? '')).to.have.nested.property('events[0].at', '2001-01-01T00:00:00Z');
  });

  it('reports the reason when a database cannot be used', async () => {
    const error = await createIpam({ storage: { url: 'postgres://ipam:geheim@localhost:1/ipam' } }).catch(
      (reason: unknown) => reason,
    );
    expect(error)
      .to.be.instanceOf(Error)
      .with.property('message')
      .match(/^cannot use the database: .*ECONNREFUSED/);
  });
});
