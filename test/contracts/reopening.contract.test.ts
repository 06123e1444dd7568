import { expect } from 'chai';
import type { Readers, Repositories } from '../../application/ports/unit-of-work.js';
import { defaultSettings } from '../../domain/access/settings.js';
import { usableRange } from '../../domain/subnet/usable-addresses.js';
import { app as anApp } from '../domain/support/apps.js';
import { collect } from '../support/collect.js';
import { cidr, insertAddresses, insertNetwork, newAddress, newFolder, newSection, newUser } from './support/builders.js';
import { describeFreshContract, type StorageUnderTest } from './support/contract.js';
import { expectError } from './support/expect-error.js';

/** All readable records of the tests. */
async function everythingIn({ readers, has }: StorageUnderTest): Promise<unknown> {
  const subnets = (await collect(readers.subnets.list({ order: { by: 'id' } }))).map(({ subnet }) => subnet);
  return {
    sections: await collect(readers.sections.list()),
    subnets,
    addresses: await collect(readers.addresses.list({ order: 'id' })),
    kinds: has('catalog') ? await kindsIn(readers) : [],
    identity: has('identity') ? await identityIn(readers) : [],
    feed: has('feed') ? await readers.feed.read(0, 100) : [],
    settings: await readers.settings.read(),
    customFields: await readers.customFields.list(),
    changes: await readers.changeLog.list('section', 1, 100),
  };
}

const kindsIn = ({ catalog }: Readers): Promise<unknown[]> =>
  Promise.all((['vlan', 'l2domain', 'tag'] as const).map((kind) => collect(catalog.list(kind))));

const identityIn = async ({ users, groups, apps, tokens }: Readers): Promise<unknown[]> => {
  const all = await users.list();
  const passwordHash = await users.findPasswordHash(all.at(-1)?.id ?? 0);
  return [all, await groups.list(), await apps.list(), await tokens.list(), passwordHash];
};

/** Stores records of every type. @returns the id of a network */
const fill = (storage: StorageUnderTest): Promise<number> =>
  storage.write(async (to) => {
    const network = await insertNetwork(to, '10.0.0.0/24', { description: `it's "日"` });
    await insertAddresses(to, network, ['10.0.0.1', '10.0.0.2', '10.0.0.9']);
    const six = await insertNetwork(to, '2001:db8::/64');
    await insertAddresses(to, six, ['2001:db8::1']);
    await to.customFields.save({ on: 'addresses', name: 'custom_a', type: 'int', nullable: true, default: null, comment: '' });
    await to.addresses.insert(newAddress(network, '10.0.0.3', { hostname: 'kept', is_gateway: true, custom: { custom_a: 7 } }));
    const section = await to.sections.insert(newSection({ permissions: new Map([[2, 3]]) }));
    await to.subnets.insert(newFolder(section));
    if (storage.has('catalog')) await fillCatalog(to);
    const userId = storage.has('identity') ? await fillIdentity(to) : null;
    await to.settings.write({ ...defaultSettings, vlanMax: 100 });
    await to.changeLog.append({
      object: 'section',
      objectId: 1,
      objectName: null,
      action: 'add',
      differences: [],
      at: '2024-03-01 12:00:00',
      userId,
      by: 'somebody',
      appId: null,
      clientAddress: null,
    });
    return network;
  });

async function fillCatalog({ catalog }: Repositories): Promise<void> {
  const domain = await catalog.insert('l2domain', { name: 'kept' }, {});
  await catalog.insert('vlan', { name: 'kept', number: 7, domainId: domain }, {});
}

/** @returns the id of a user */
async function fillIdentity({ users, tokens, groups, apps }: Repositories): Promise<number> {
  const userId = await users.insert(newUser({ groups: [2] }), 'a hash');
  await tokens.insert({ digest: '0'.repeat(64), userId, expires: new Date(Date.UTC(2099, 0, 1)) });
  await groups.save({ id: 7, name: 'Kept', description: 'on duty', roles: ['Operator'] });
  await apps.save({ ...anApp, id: 'kept', permission: 'read', security: 'crypt', code: 'c'.repeat(32) });
  return userId;
}

describeFreshContract('A reopened storage', (storage) => {
  const reason = storage.skip.reopening;
  if (reason !== undefined) return;

  it('contains all committed writes, and no rolled back ones', async () => {
    const network = await fill(storage);
    const undone = storage.write(async (to) => {
      await insertAddresses(to, network, ['10.0.0.77']);
      await to.sections.insert(newSection({ name: 'Undone' }));
      throw new Error('undone');
    });
    await undone.catch(() => {});
    if (storage.has('feed')) {
      while ((await storage.write(({ feed }) => feed.number(100))) > 0);
      expect(await storage.readers.feed.read(0, 100)).to.have.length.greaterThan(0);
    }
    const before = await everythingIn(storage);
    await storage.reopen();
    expect(await everythingIn(storage)).to.deep.equal(before);
    await storage.reopen();
    expect(await everythingIn(storage)).to.deep.equal(before);
  });

  it('returns the free addresses, and assigns no id twice', async () => {
    const network = await storage.write((to) => insertNetwork(to, '10.1.0.0/29'));
    const [first = 0, second = 0] = await storage.write((to) => insertAddresses(to, network, ['10.1.0.1', '10.1.0.3']));
    await storage.write(({ addresses }) => addresses.delete([second]));
    await storage.reopen();
    const free = await storage.readers.addresses.lowestFree(
      network,
      9,
      usableRange({ prefix: cidr('10.1.0.0/29'), isPool: false }),
    );
    expect(free.map(String)).to.deep.equal(['10.1.0.2', '10.1.0.3', '10.1.0.4', '10.1.0.5', '10.1.0.6']);
    const [third = 0] = await storage.write((to) => insertAddresses(to, network, ['10.1.0.2']));
    expect([first, second]).not.to.include(third);
    if (!storage.has('consistency')) return;
    const problems = await collect(storage.check({ repair: false }));
    expect(problems.map(({ text }) => text)).to.deep.equal([]);
  });

  it('still rejects duplicate addresses', async () => {
    const network = await storage.write((to) => insertNetwork(to, '10.2.0.0/24'));
    await storage.write((to) => insertAddresses(to, network, ['10.2.0.1']));
    await storage.reopen();
    await expectError(
      storage.write((to) => insertAddresses(to, network, ['10.2.0.1'])),
      'address.exists',
    );
  });
});
