import { expect } from 'chai';
import type { AccessKey } from '../../../domain/access/access-key.js';
import { narrowedPrincipal, type Principal, unrestrictedPrincipal } from '../../../domain/access/access-policy.js';
import { grantedScope, type KeyScope, type Scope } from '../../../domain/access/key-scope.js';
import { noLimits } from '../../../domain/access/rate-limit.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { collect } from '../../support/collect.js';
import { levels } from '../../support/levels.js';
import { newAddress, newNetwork, newSection, newUser, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { expectError } from '../support/expect-error.js';

const at = (seconds: number): Date => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds, 123));

const keyOf = (userId: number, given: Partial<AccessKey> = {}): AccessKey => ({
  digest: uniqueWord().padStart(64, '0'),
  userId,
  name: 'key',
  scopes: ['address:read'],
  sections: [],
  subnets: [],
  networks: [],
  limits: noLimits,
  created: at(0),
  expires: at(60),
  lastUsed: null,
  audience: null,
  ...given,
});

describeContract('Keys', ['identity'], (storage) => {
  const insertUser = (): Promise<number> => storage.write(({ users }) => users.insert(newUser({ kind: 'service' }), ''));
  const insert = (key: AccessKey): Promise<void> => storage.write(({ accessKeys }) => accessKeys.insert(key));

  it('store their whole definition', async () => {
    const userId = await insertUser();
    expect((await storage.readers.users.find(userId))?.kind).to.equal('service');
    const samples = [
      keyOf(userId),
      keyOf(userId, {
        name: `it's "日"`,
        scopes: ['*:read', 'allocate', 'feed'],
        ...{ sections: [1, 20], subnets: [3], networks: [Prefix.parse('10.0.0.0/8'), Prefix.parse('2001:db8::/32')] },
        limits: { requestsPerMinute: 600, allocationsPerMinute: 1 },
        ...{ expires: null, lastUsed: at(3), audience: 'mcp' },
      }),
    ];
    for (const key of samples) {
      await insert(key);
      expect(await storage.readers.accessKeys.find(key.digest)).to.deep.equal(key);
    }
    expect(await storage.readers.accessKeys.find('0'.repeat(64))).to.equal(undefined);
  });

  it('are rejected for missing users, and deleted with their users', async () => {
    await expectError(insert(keyOf(987654321)), 'signIn.failed');
    const key = keyOf(await insertUser());
    await insert(key);
    await storage.write(({ users }) => users.delete(key.userId));
    expect(await storage.readers.accessKeys.find(key.digest)).to.equal(undefined);
  });

  it('are listed by user, name and creation', async () => {
    const [first, second] = [await insertUser(), await insertUser()];
    const keys = [
      keyOf(first, { name: 'a', created: at(1) }),
      keyOf(first, { name: 'a', created: at(2) }),
      keyOf(first, { name: 'b' }),
      keyOf(second, { name: 'a' }),
    ];
    for (const key of keys.toReversed()) await insert(key);
    expect(await storage.readers.accessKeys.list(first)).to.deep.equal(keys.slice(0, 3));
    const all = (await storage.readers.accessKeys.list()).filter(({ userId }) => userId === first || userId === second);
    expect(all).to.deep.equal(keys);
  });

  it('change in an update, except for owner, creation and last use', async () => {
    const key = keyOf(await insertUser(), { lastUsed: at(5) });
    await insert(key);
    const other = { ...key, name: 'other', expires: at(9), scopes: ['feed'] as const, sections: [4] };
    await storage.write(({ accessKeys }) => accessKeys.update({ ...other, created: at(50), lastUsed: null }));
    expect(await storage.readers.accessKeys.find(key.digest)).to.deep.equal(other);
    await storage.write(({ accessKeys }) => accessKeys.update(keyOf(key.userId)));
    expect(await storage.readers.accessKeys.list(key.userId)).to.have.length(1);
  });

  it('store their latest use', async () => {
    const key = keyOf(await insertUser());
    await insert(key);
    for (const [used, expected] of [
      [3, 3],
      [9, 9],
      [4, 9],
    ] as const) {
      await storage.write(({ accessKeys }) => accessKeys.noteUse(key.digest, at(used)));
      expect((await storage.readers.accessKeys.find(key.digest))?.lastUsed).to.deep.equal(at(expected));
    }
    await storage.write(({ accessKeys }) => accessKeys.noteUse('0'.repeat(64), at(1)));
  });

  it('are deleted, and the deletion returns whether they existed', async () => {
    const key = keyOf(await insertUser());
    await insert(key);
    const remove = () => storage.write(({ accessKeys }) => accessKeys.delete(key.digest));
    expect([await remove(), await remove()]).to.deep.equal([true, false]);
  });
});

describeContract('Rate counts', ['identity'], (storage) => {
  const acquire = (name: string, window: number, least: number, wanted: number, limit = 10) =>
    storage.write(({ rateCounts }) => rateCounts.acquire({ name, window }, { least, wanted, limit }));

  it('grant the rest of a limit, or nothing if the rest is below the minimum', async () => {
    const name = uniqueWord();
    expect(await acquire(name, 5, 1, 4)).to.deep.equal({ granted: 4, used: 4 });
    expect(await acquire(name, 5, 1, 4)).to.deep.equal({ granted: 4, used: 8 });
    expect(await acquire(name, 5, 3, 4)).to.deep.equal({ granted: 0, used: 8 });
    expect(await acquire(name, 5, 1, 4)).to.deep.equal({ granted: 2, used: 10 });
    expect(await acquire(name, 5, 1, 4)).to.deep.equal({ granted: 0, used: 10 });
    expect(await acquire(uniqueWord(), 5, 11, 11)).to.deep.equal({ granted: 0, used: 0 });
    expect(await acquire(uniqueWord(), 5, 1, 11)).to.deep.equal({ granted: 10, used: 10 });
  });

  it('restart in each window, and grant nothing in a past window', async () => {
    const name = uniqueWord();
    await acquire(name, 5, 1, 10);
    expect(await acquire(name, 6, 1, 3)).to.deep.equal({ granted: 3, used: 3 });
    expect(await acquire(name, 5, 1, 3)).to.deep.equal({ granted: 0, used: 3 });
    expect(await acquire(name, 6, 1, 3)).to.deep.equal({ granted: 3, used: 6 });
  });

  it('never grant more than the limit in concurrent requests', async () => {
    const name = uniqueWord();
    const granted = await Promise.all(Array.from({ length: 20 }, () => acquire(name, 7, 1, 3, 25)));
    expect(granted.reduce((sum, each) => sum + each.granted, 0)).to.equal(25);
  });

  it('are deleted after their window', async () => {
    const [old, present] = [uniqueWord(), uniqueWord()];
    await acquire(old, -3, 1, 10);
    await acquire(present, -2, 1, 10);
    expect(await storage.write(({ rateCounts }) => rateCounts.deleteBefore(-2))).to.equal(1);
    expect(await acquire(old, -3, 1, 1)).to.deep.equal({ granted: 1, used: 1 });
    expect(await acquire(present, -2, 1, 1)).to.deep.equal({ granted: 0, used: 10 });
  });
});

describeContract('Lists for a key', ['identity'], (storage) => {
  const scopeOf = (given: readonly Scope[], limits: Partial<KeyScope> = {}) =>
    grantedScope({ scopes: given, sections: [], subnets: [], ...limits });
  const member: Principal = { unrestricted: false, groups: [2], inventory: 'read' };

  /**
   * Two sections. Each has two networks, a child of the first one, and an address in the child.
   * The member may not see the second section.
   */
  const place = () =>
    storage.write(async (to) => {
      const placed = [];
      for (const permissions of [levels({ 2: 3 }), levels({})]) {
        const section = await to.sections.insert(newSection({ permissions }));
        const top = await to.subnets.insert(newNetwork(section, '10.0.0.0/16', { permissions }));
        await to.subnets.lock(top, 'change');
        const below = await to.subnets.insert(newNetwork(section, '10.0.0.0/24', { permissions, masterSubnetId: top }));
        const beside = await to.subnets.insert(newNetwork(section, '10.9.0.0/24', { permissions }));
        await to.subnets.lock(below, 'change');
        placed.push({ section, top, below, beside, address: await to.addresses.insert(newAddress(below, '10.0.0.1')) });
      }
      const [open, closed] = placed;
      if (!open || !closed) throw new Error('nothing was placed');
      return { open, closed };
    });

  async function seen({ open, closed }: Awaited<ReturnType<typeof place>>, viewer: Principal): Promise<string[]> {
    const { sections, subnets, addresses } = storage.readers;
    const found: string[] = [];
    const known = { open, closed };
    for (const [name, { section, top, below, beside, address }] of Object.entries(known)) {
      if ((await collect(sections.list(viewer))).some(({ id }) => id === section)) found.push(`${name} section`);
      const query = { sectionId: section, viewer, order: { by: 'id' } } as const;
      const ids = await collect(subnets.ids(query));
      expect((await collect(subnets.list(query))).map(({ subnet }) => subnet.id)).to.deep.equal(ids);
      expect(await subnets.count(query)).to.equal(ids.length);
      for (const [word, id] of Object.entries({ top, below, beside })) if (ids.includes(id)) found.push(`${name} ${word}`);
      const hosts = await collect(addresses.list({ subnetId: below, viewer, order: 'address' }));
      expect(await addresses.count({ subnetId: below, viewer, order: 'address' })).to.equal(hosts.length);
      if (hosts.some(({ id }) => id === address)) found.push(`${name} address`);
    }
    return found;
  }

  const whole = (name: string): string[] => ['section', 'top', 'below', 'beside', 'address'].map((word) => `${name} ${word}`);

  it('contain the records that its owner may see, limited to the record types of its scope', async () => {
    const placed = await place();
    const by = (owner: Principal, ...given: Scope[]) => seen(placed, narrowedPrincipal(owner, scopeOf(given)));
    expect(await by(unrestrictedPrincipal, '*:read')).to.deep.equal([...whole('open'), ...whole('closed')]);
    expect(await by(member, '*:read')).to.deep.equal(whole('open'));
    expect(await by(member, 'section:read')).to.deep.equal(['open section']);
    expect(await by(member, 'subnet:read')).to.deep.equal(['open top', 'open below', 'open beside']);
    expect(await by(member, 'vlan:write', 'feed', 'export', 'admin')).to.deep.equal([]);
  });

  it('contain the records in its sections, and its subnets with their descendants', async () => {
    const placed = await place();
    const { open, closed } = placed;
    const by = (owner: Principal, limits: Partial<KeyScope>) =>
      seen(placed, narrowedPrincipal(owner, scopeOf(['*:write'], limits)));
    expect(await by(unrestrictedPrincipal, { sections: [closed.section] })).to.deep.equal(whole('closed'));
    expect(await by(member, { sections: [closed.section] })).to.deep.equal([]);
    expect(await by(unrestrictedPrincipal, { subnets: [open.top] })).to.deep.equal(['open top', 'open below', 'open address']);
    expect(await by(unrestrictedPrincipal, { subnets: [open.below, closed.beside] })).to.deep.equal([
      ...['open below', 'open address', 'closed beside'],
    ]);
    expect(await by(unrestrictedPrincipal, { sections: [open.section], subnets: [closed.top] })).to.deep.equal([
      ...whole('open'),
      ...['closed top', 'closed below', 'closed address'],
    ]);
    expect(await by(unrestrictedPrincipal, { subnets: [987654321] })).to.deep.equal([]);
  });

  storage.itWith('overview')('count only records that the key may see', async () => {
    const { open } = await place();
    const viewer = narrowedPrincipal(unrestrictedPrincipal, scopeOf(['*:read'], { subnets: [open.top] }));
    const sums = new Map<number, number>();
    for await (const { sections } of storage.readers.networkSums.bySection(viewer, 5))
      for (const { sectionId, networks } of sections) sums.set(sectionId, (sums.get(sectionId) ?? 0) + networks);
    expect([...sums]).to.deep.equal([[open.section, 2]]);
  });
});
