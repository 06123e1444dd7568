import { expect } from 'chai';
import type { NewValues } from '../../../application/ports/inventory/records.js';
import type { SubnetReader } from '../../../application/ports/inventory/subnets.js';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import { usageOf } from '../../../domain/subnet/usage.js';
import { cidr, insertNetwork, newAddress, newFolder, newNetwork, newSection, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

type Counts = ReadonlyMap<number | null, bigint>;

const plain = (counts: Counts): Record<string, number> =>
  Object.fromEntries([...counts].map(([tag, count]) => [String(tag), Number(count)]));

describeContract('Usage counts', ['catalog'], (storage) => {
  const insert = (sectionId: number, network: string, masterSubnetId: number | null, given: Partial<NewValues<Subnet>> = {}) =>
    storage.write(({ subnets }) => subnets.insert(newNetwork(sectionId, network, { masterSubnetId, ...given })));

  const add = (subnetId: number, tagged: Readonly<Record<string, number | null>>): Promise<number[]> =>
    storage.write(async ({ addresses }) => {
      const ids: number[] = [];
      for (const [ip, tag] of Object.entries(tagged)) ids.push(await addresses.insert(newAddress(subnetId, ip, { tag })));
      return ids;
    });

  /** Runs a unit of work that locks some subnets first. */
  const holding = <T>(ids: readonly number[], work: (repositories: Repositories) => Promise<T>): Promise<T> =>
    storage.write(async (repositories) => {
      for (const id of [...ids].sort((a, b) => a - b)) await repositories.subnets.lock(id, 'change');
      return work(repositories);
    });

  const addressesOf = async (id: number): Promise<Record<string, number>> =>
    plain((await storage.readers.subnets.usageCounts([id])).get(id)?.addresses ?? new Map());

  /** The usage of the children of a subnet, as counted in the subnets above. */
  const below = async (id: number, readers: Pick<Repositories, 'subnets'> | { subnets: SubnetReader } = storage.readers) => {
    const children = (await readers.subnets.usageCounts([id])).get(id)?.children;
    return children && { up: plain(children.upwards), tags: plain(children.byTag), size: Number(usageOf(children).size) };
  };

  /** A /8 that contains a /16 (with a /24 inside) and another /24. Their usage has been read once. */
  async function family(): Promise<{ sectionId: number; root: number; middle: number; leaf: number; beside: number }> {
    const root = await storage.write((all) => insertNetwork(all, '10.0.0.0/8'));
    const sectionId = (await storage.readers.subnets.find(root))?.sectionId ?? 0;
    const middle = await insert(sectionId, '10.0.0.0/16', root);
    const leaf = await insert(sectionId, '10.0.0.0/24', middle);
    const beside = await insert(sectionId, '10.1.0.0/24', root);
    await add(leaf, { '10.0.0.1': 2, '10.0.0.2': null, '10.0.0.3': 4 });
    expect(await below(root)).to.deep.equal({ up: { 2: 2, 3: 4, 4: 1 }, tags: { 2: 2, 3: 2, 4: 1 }, size: 2 ** 16 + 254 });
    return { sectionId, root, middle, leaf, beside };
  }

  it('are the addresses of a subnet by tag, and the usage of its children', async () => {
    const { root, middle, leaf } = await family();
    expect(await addressesOf(leaf)).to.deep.equal({ 2: 1, null: 1, 4: 1 });
    expect(await below(leaf)).to.equal(undefined);
    expect(await below(middle)).to.deep.equal({ up: { 2: 2, 3: 2, 4: 1 }, tags: { 2: 2, 4: 1 }, size: 254 });
    const counts = await storage.readers.subnets.usageCounts([root, leaf, middle, leaf]);
    expect([...counts.keys()]).to.have.members([root, leaf, middle]);
  });

  it('omit missing subnets', async () => {
    expect(await storage.readers.subnets.usageCounts([987654321, 2 ** 40])).to.deep.equal(new Map());
    expect(await storage.readers.subnets.usageCounts([])).to.deep.equal(new Map());
  });

  it('follow addresses that are added, retagged and deleted', async () => {
    const { root, leaf } = await family();
    const [first = 0, second = 0, third = 0] = await add(leaf, { '10.0.0.11': 1, '10.0.0.12': 1, '10.0.0.13': 1 });
    expect(await below(root)).to.have.deep.property('up', { 1: 3, 2: 2, 3: 4, 4: 1 });
    await holding([leaf], async ({ addresses }) => {
      await addresses.update(first, { tag: 4 });
      await addresses.update(second, { tag: null });
      await addresses.update(third, { tag: 1, description: 'as before' });
      await addresses.update(third, { description: 'no word of a tag' });
    });
    expect(await addressesOf(leaf)).to.deep.equal({ null: 2, 1: 1, 2: 1, 4: 2 });
    expect(await below(root)).to.have.deep.property('up', { 1: 1, 2: 3, 3: 4, 4: 2 });
    await holding([leaf], ({ addresses }) => addresses.delete([second]));
    expect(await below(root)).to.have.deep.property('up', { 1: 1, 2: 2, 3: 4, 4: 2 });
    await holding([leaf], ({ addresses }) => addresses.deleteAllIn(leaf));
    expect(await addressesOf(leaf)).to.deep.equal({});
    expect(await below(root)).to.have.deep.property('up', { 3: 4 });
  });

  it('follow addresses that move to another subnet', async () => {
    const { root, leaf, beside } = await family();
    const range = { first: IpAddress.parse('10.0.0.0'), last: IpAddress.parse('10.0.0.2') };
    await holding([leaf, beside], ({ addresses }) => addresses.moveRange(leaf, beside, range));
    expect(await addressesOf(leaf)).to.deep.equal({ 4: 1 });
    expect(await addressesOf(beside)).to.deep.equal({ null: 1, 2: 1 });
    expect(await below(root)).to.have.deep.property('up', { 2: 2, 3: 4, 4: 1 });
  });

  it('follow the deletion of a tag', async () => {
    const { root, leaf } = await family();
    const tag = await storage.write(({ catalog }) =>
      catalog.insert(
        'tag',
        { type: uniqueWord(), showtag: false, bgcolor: null, fgcolor: null, compress: null, locked: null, updateTag: false },
        {},
      ),
    );
    await add(leaf, { '10.0.0.21': tag, '10.0.0.22': tag });
    expect(await below(root)).to.have.deep.property('up', { 2: 2, 3: 4, 4: 1, [tag]: 2 });
    await storage.write(({ catalog }) => catalog.delete('tag', tag));
    expect(await addressesOf(leaf)).to.deep.equal({ null: 3, 2: 1, 4: 1 });
    expect(await below(root)).to.have.deep.property('up', { 2: 4, 3: 4, 4: 1 });
  });

  it('follow subnets that are added, and deleted with their descendants', async () => {
    const { sectionId, root, middle, leaf, beside } = await family();
    const inner = await insert(sectionId, '10.1.0.0/25', beside);
    expect(await below(beside)).to.deep.equal({ up: { 3: 2 }, tags: {}, size: 126 });
    await add(inner, { '10.1.0.1': 4 });
    expect(await below(root)).to.have.deep.property('up', { 2: 2, 3: 4, 4: 2 });
    await holding([beside, inner], ({ subnets }) => subnets.delete(inner));
    expect(await below(beside)).to.equal(undefined);
    expect(await below(root)).to.have.deep.property('up', { 2: 2, 3: 4, 4: 1 });
    await holding([root, middle, leaf], ({ subnets }) => subnets.delete(middle));
    expect(await below(root)).to.deep.equal({ up: { 3: 2 }, tags: {}, size: 254 });
    expect(await storage.readers.subnets.usageCounts([middle, leaf])).to.deep.equal(new Map());
  });

  it('follow subnets that are resized, or become full or a pool', async () => {
    const { root, middle, leaf, beside } = await family();
    const changed = async (id: number, changes: Parameters<Repositories['subnets']['update']>[1]): Promise<unknown> => {
      await holding([root, middle, id], ({ subnets }) => subnets.update(id, changes));
      return (await below(root))?.up;
    };
    expect(await changed(leaf, { prefix: cidr('10.0.0.0/23') })).to.deep.equal({ 2: 2, 3: 4, 4: 1 });
    expect(await changed(leaf, { isFull: true })).to.deep.equal({ 2: 510, 3: 4 });
    expect(await changed(leaf, { isPool: true })).to.deep.equal({ 2: 512, 3: 2 });
    expect(await changed(leaf, { isFull: false })).to.deep.equal({ 2: 2, 3: 2, 4: 1 });
    expect(await changed(middle, { isFull: true })).to.deep.equal({ 2: 65534, 3: 4 });
    expect(await changed(beside, { prefix: cidr('10.1.0.0/31') })).to.deep.equal({ 2: 65534, 3: 2 });
  });

  it('follow subnets that move with their descendants, counted before or not', async () => {
    const { sectionId, root, middle, leaf, beside } = await family();
    const folder = await storage.write(({ subnets }) => subnets.insert(newFolder(sectionId)));
    expect(await below(folder)).to.equal(undefined);
    await holding([root, middle, folder], ({ subnets }) => subnets.update(middle, { masterSubnetId: folder }));
    expect(await below(root)).to.deep.equal({ up: { 3: 2 }, tags: {}, size: 254 });
    expect(await below(folder)).to.deep.equal({ up: { 2: 2, 3: 2, 4: 1 }, tags: { 2: 2, 3: 2, 4: 1 }, size: 65536 });
    await holding([middle, leaf], ({ subnets }) => subnets.update(leaf, { masterSubnetId: null }));
    expect(await below(middle)).to.equal(undefined);
    expect(await below(folder)).to.deep.equal({ up: { 3: 2 }, tags: {}, size: 65534 });

    const other = await storage.write((all) => insertNetwork(all, '10.2.0.0/16'));
    const inOther = await insert(sectionId, '10.2.0.0/24', other);
    await insert(sectionId, '10.2.0.0/28', inOther);
    await holding([root, other], ({ subnets }) => subnets.update(other, { masterSubnetId: root }));
    await holding([root, other], ({ subnets }) => subnets.update(other, { isPool: true }));
    expect(await below(root)).to.deep.equal({ up: { 3: 4 }, tags: { 3: 2 }, size: 65536 + 254 });
    expect(await addressesOf(beside)).to.deep.equal({});
  });

  it('follow the deletion of a section, also for subnets below those of another section', async () => {
    const { root, leaf } = await family();
    const gone = await storage.write(({ sections }) => sections.insert(newSection()));
    const elsewhere = await insert(gone, '10.2.0.0/16', root);
    const own = (await storage.readers.subnets.find(root))?.sectionId ?? 0;
    const deep = await insert(own, '10.2.0.0/24', elsewhere);
    await add(deep, { '10.2.0.1': 4 });
    expect(await below(root)).to.have.deep.property('up', { 2: 2, 3: 6, 4: 2 });
    await storage.write(({ sections }) => sections.delete(gone));
    expect(await below(root)).to.have.deep.property('up', { 2: 2, 3: 4, 4: 1 });
    expect(await storage.readers.subnets.usageCounts([elsewhere, deep])).to.deep.equal(new Map());
    expect(await addressesOf(leaf)).to.deep.equal({ 2: 1, null: 1, 4: 1 });
  });

  it('ignore writes that were rolled back', async () => {
    const { root, leaf } = await family();
    const before = await below(root);
    await holding([leaf], async ({ addresses }) => {
      await addresses.insert(newAddress(leaf, '10.0.0.99', { tag: 4 }));
      throw new Error('undone');
    }).catch(() => {});
    expect(await below(root)).to.deep.equal(before);
  });

  it('are equal in concurrent reads of many children and deep trees', async () => {
    const top = await storage.write(({ sections, subnets }) =>
      sections.insert(newSection()).then((sectionId) => subnets.insert(newFolder(sectionId))),
    );
    const sectionId = (await storage.readers.subnets.find(top))?.sectionId ?? 0;
    await holding([top], async ({ subnets, addresses }) => {
      for (let number = 0; number < 600; number++) {
        const child = await subnets.insert(
          newNetwork(sectionId, `10.${number >> 8}.${number & 255}.0/24`, { masterSubnetId: top }),
        );
        if (number % 10 === 0) await addresses.insert(newAddress(child, `10.${number >> 8}.${number & 255}.1`, { tag: 4 }));
      }
    });
    let deepest = top;
    for (let depth = 0; depth < 60; depth++)
      deepest = await storage.write(async ({ subnets }) => {
        await subnets.lock(deepest, 'change');
        return subnets.insert(newFolder(sectionId, { masterSubnetId: deepest }));
      });
    const inside = await insert(sectionId, '192.168.0.0/24', deepest);
    const all = await Promise.all(Array.from({ length: 8 }, () => below(top)));
    for (const counts of all) expect(counts).to.deep.equal({ up: { 3: 1202, 4: 60 }, tags: { 4: 60 }, size: 601 * 254 });
    await add(inside, { '192.168.0.1': 1 });
    expect(await below(top)).to.have.deep.property('tags', { 1: 1, 4: 60 });
  });
});
