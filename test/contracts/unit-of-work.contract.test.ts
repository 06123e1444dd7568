import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { type Repositories, UndoneWork } from '../../application/ports/unit-of-work.js';
import { defaultSettings } from '../../domain/access/settings.js';
import { usableRange } from '../../domain/subnet/usable-addresses.js';
import { app as anApp } from '../domain/support/apps.js';
import { collect } from '../support/collect.js';
import { cidr, insertAddresses, insertNetwork, newAddress, newSection, newUser, uniqueWord } from './support/builders.js';
import { describeContract } from './support/contract.js';
import { expectError } from './support/expect-error.js';

const outcome = <T>(work: Promise<T>): Promise<unknown> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );

describeContract('A unit of work', (storage) => {
  const insertSection = (): Promise<number> => storage.write(({ sections }) => sections.insert(newSection()));

  it('returns the result of the work', async () => {
    expect(await storage.write(async () => 'result')).to.equal('result');
    expect(await storage.write(async () => undefined)).to.equal(undefined);
  });

  it('rethrows the error of the work unchanged', async () => {
    for (const thrown of [new Error('x'), 'text', undefined, { code: '40001x' }]) {
      const caught = await storage
        .write(() => Promise.reject(thrown))
        .then(
          () => expect.fail('no error'),
          (error: unknown) => error,
        );
      expect(caught).to.equal(thrown);
    }
  });

  it('rejects when the work throws synchronously', async () => {
    const thrown = new Error('at once');
    const work = (): Promise<void> => {
      throw thrown;
    };
    expect(await outcome(storage.write(work))).to.equal(thrown);
  });

  it('sees its own writes', async () => {
    await storage.write(async ({ sections, subnets, addresses }) => {
      const id = await sections.insert(newSection({ description: 'a' }));
      await sections.update(id, { description: 'b' });
      expect((await sections.find(id))?.description).to.equal('b');
      expect((await collect(sections.list())).map((section) => section.id)).to.include(id);
      await sections.delete(id);
      expect(await sections.find(id)).to.equal(undefined);
      expect(await collect(subnets.list({ sectionId: id, order: { by: 'id' } }))).to.deep.equal([]);
      expect(await addresses.find(987654321)).to.equal(undefined);
    });
  });

  it('reports the error of an earlier write instead of an UndoneWork error', async () => {
    const subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const twice = storage.write(async (to) => {
      const locked = await to.addresses.lockForAllocation(subnet, 2);
      const address = newAddress(subnet, '10.0.0.1');
      if (locked) await to.addresses.insertAll(locked.subnet, [address, address]);
      throw new UndoneWork();
    });
    await expectError(twice, 'address.exists');
    const once = storage.write(async (to) => {
      await insertAddresses(to, subnet, ['10.0.0.1']);
      throw new UndoneWork();
    });
    expect(await outcome(once)).to.be.instanceOf(UndoneWork);
    expect(await collect(storage.readers.addresses.list({ subnetId: subnet, order: 'id' }))).to.deep.equal([]);
  });

  storage.itWith('catalog', 'identity')('leaves no write in any table when the work throws', async () => {
    const network = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const [address = 0] = await storage.write((to) => insertAddresses(to, network, ['10.0.0.1']));
    const before = await everything();
    const failure = new Error('undo');
    expect(
      await outcome(storage.write((to) => writeEverywhere(to, network, address).then(() => Promise.reject(failure)))),
    ).to.equal(failure);
    expect(await everything()).to.deep.equal(before);
  });

  async function everything(): Promise<unknown> {
    const { readers } = storage;
    return {
      sections: await collect(readers.sections.list()),
      subnets: await collect(readers.subnets.list({ order: { by: 'id' } })),
      addresses: await collect(readers.addresses.list({ order: 'id' })),
      vlans: await collect(readers.catalog.list('vlan')),
      domains: await collect(readers.catalog.list('l2domain')),
      tags: await collect(readers.catalog.list('tag')),
      identity: [
        await readers.users.list(),
        await readers.groups.list(),
        await readers.apps.list(),
        await readers.settings.read(),
      ],
      access: [
        await readers.tokens.find('0'.repeat(64)),
        await readers.signInAttempts.find('192.0.2.9'),
        await readers.customFields.list(),
      ],
    };
  }

  async function writeEverywhere(to: Repositories, subnet: number, address: number): Promise<void> {
    const section = await to.sections.insert(newSection());
    await to.subnets.update(subnet, { sectionId: section, prefix: cidr('10.0.0.0/16') });
    await to.addresses.insert(newAddress(subnet, '10.0.0.2', { is_gateway: true }));
    await to.addresses.update(address, { hostname: 'changed', custom: { custom_a: 1 } });
    const domain = await to.catalog.insert('l2domain', { name: 'undone' }, {});
    await to.catalog.insert('vlan', { name: 'undone', number: 1, domainId: domain }, {});
    await to.catalog.delete('l2domain', domain);
    await to.catalog.delete('tag', 4);
    const user = await to.users.insert(newUser({ groups: [2] }), 'hash');
    await to.tokens.insert({ digest: '0'.repeat(64), userId: user, expires: new Date() });
    await to.groups.save({ id: 2, name: 'renamed', description: '', roles: [] });
    await to.apps.save({
      ...anApp,
      id: uniqueWord(),
      permission: 'read',
    });
    await to.settings.write({ ...defaultSettings, vlanMax: 1 });
    await to.signInAttempts.save('192.0.2.9', { ...(await to.signInAttempts.lock('192.0.2.9')), failures: 1 }, new Date());
    await to.customFields.save({ on: 'vlans', name: uniqueWord(), type: 'text', nullable: true, default: null, comment: '' });
  }

  it('rolls back a deletion with its cascade when the work throws', async () => {
    const subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const ids = await storage.write((to) => insertAddresses(to, subnet, ['10.0.0.1', '10.0.0.2']));
    const section = (await storage.readers.subnets.find(subnet))?.sectionId ?? 0;
    await outcome(storage.write(async ({ sections }) => Promise.reject(await sections.delete(section))));
    expect(await storage.readers.subnets.find(subnet)).to.include({ id: subnet });
    expect((await collect(storage.readers.addresses.list({ subnetId: subnet, order: 'id' }))).map(({ id }) => id)).to.deep.equal(
      ids,
    );
  });

  it('rolls back all writes when one of them violates a constraint', async () => {
    const name = uniqueWord();
    const failing = storage.write(async ({ sections }) => {
      await sections.insert(newSection({ name }));
      await sections.insert(newSection({ name: name.toUpperCase() }));
    });
    await expectError(failing, 'section.nameTaken');
    expect(await storage.readers.sections.findByName(name)).to.equal(undefined);
  });

  it('does not affect the next one when it fails', async () => {
    for (let i = 0; i < 12; i++) {
      await expectError(
        storage.write(({ addresses }) => addresses.insert(newAddress(987654321, '10.0.0.1'))),
        'field.reference',
      );
      await outcome(storage.write(() => Promise.reject(new Error('x'))));
    }
    const id = await insertSection();
    expect(await storage.readers.sections.find(id)).to.include({ id });
  });

  it('does not affect concurrent ones when it fails', async () => {
    const works = Array.from({ length: 12 }, (_, i) =>
      i % 2 ? insertSection() : storage.write(() => Promise.reject(new Error('x'))),
    );
    const results = await Promise.allSettled(works);
    expect(results.map(({ status }) => status)).to.deep.equal(works.map((_, i) => (i % 2 ? 'fulfilled' : 'rejected')));
    for (const result of results)
      if (result.status === 'fulfilled')
        expect(await storage.readers.sections.find(Number(result.value))).to.include({ id: result.value });
  });

  it('shows its writes to readers after the commit only', async () => {
    const name = uniqueWord();
    const seen: Promise<unknown>[] = [];
    const failing = storage.write(async ({ sections }) => {
      const id = await sections.insert(newSection({ name }));
      seen.push(
        storage.readers.sections.find(id),
        storage.readers.sections.findByName(name),
        collect(storage.readers.sections.list()),
      );
      await delay(20);
      throw new Error('undo');
    });
    await outcome(failing);
    const [byId, byName, list] = await Promise.all(seen);
    expect([byId, byName]).to.deep.equal([undefined, undefined]);
    expect((list as { name: string }[]).map((section) => section.name)).not.to.include(name);
    const id = await storage.write(({ sections }) => sections.insert(newSection({ name })));
    expect((await storage.readers.sections.findByName(name))?.id).to.equal(id);
  });

  it('gets a unique lowest free address when each one locks the subnet first', async () => {
    const subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const range = usableRange({ prefix: cidr('10.0.0.0/24'), isPool: false });
    const take = (): Promise<string> =>
      storage.write(async ({ subnets, addresses }) => {
        await subnets.lock(subnet, 'change');
        const free = String((await addresses.lowestFree(subnet, 1, range))[0]);
        await addresses.insert(newAddress(subnet, free));
        return free;
      });
    const taken = await Promise.all(Array.from({ length: 30 }, take));
    expect(new Set(taken)).to.deep.equal(new Set(Array.from({ length: 30 }, (_, i) => `10.0.0.${i + 1}`)));
  });

  it('completes even if another one locks the same records in the opposite order', async () => {
    const [a, b] = [await insertSection(), await insertSection()];
    const holdBoth = (first: number, second: number): Promise<number> =>
      storage.write(async ({ sections }) => {
        const held = await sections.lock(first, 'change');
        await delay(50);
        await sections.lock(second, 'change');
        await sections.update(first, { order: (held?.order ?? 0) + 1 });
        return first;
      });
    expect(await Promise.all([holdBoth(a, b), holdBoth(b, a)])).to.deep.equal([a, b]);
    expect([(await storage.readers.sections.find(a))?.order, (await storage.readers.sections.find(b))?.order]).to.deep.equal([
      1, 1,
    ]);
  });
});
