import { expect } from 'chai';
import type { SubnetOrder } from '../../../application/ports/inventory/subnets.js';
import { subnetOrderFields } from '../../../domain/section/section.js';
import { collect } from '../../support/collect.js';
import { newFolder, newNetwork, newSection } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

/** Networks in numeric order, larger ones first. */
const ascending = [
  '0.0.0.0/0',
  '9.0.0.0/8',
  '9.255.0.0/16',
  '10.0.0.0/8',
  '10.0.0.0/24',
  '10.0.0.0/32',
  '10.0.0.9/32',
  '10.0.0.10/32',
  '10.9.0.0/16',
  '10.10.0.0/16',
  '99.0.0.0/8',
  '100.0.0.0/8',
  '255.255.255.255/32',
  '::/0',
  '::/128',
  '::9/128',
  '::10/128',
  '::ffff:10.0.0.0/104',
  '2001:db8::/32',
  '2001:db8::/64',
  'fd00::/8',
] as const;

const shuffled = <T>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => String(a).split('').reverse().join('').localeCompare(String(b).split('').reverse().join('')));

describeContract('Orders of subnets', (storage) => {
  const section = (): Promise<number> => storage.write(({ sections }) => sections.insert(newSection()));
  /** The list of a section. The list of its ids must have the same order. */
  const list = async (sectionId: number, order: SubnetOrder) => {
    const subnets = (await collect(storage.readers.subnets.list({ sectionId, order }))).map(({ subnet }) => subnet);
    expect(await collect(storage.readers.subnets.ids({ sectionId, order }))).to.deep.equal(subnets.map(({ id }) => id));
    return subnets;
  };
  const listTexts = async (sectionId: number, order: SubnetOrder) =>
    (await list(sectionId, order)).map(({ prefix, description }) => prefix?.toString() ?? description);

  async function insertAll(networks: readonly string[]): Promise<number> {
    const sectionId = await section();
    await storage.write(async ({ subnets }) => {
      for (const network of networks) await subnets.insert(newNetwork(sectionId, network));
    });
    return sectionId;
  }

  it('by id are in the order of creation', async () => {
    const networks = shuffled(ascending);
    expect(await listTexts(await insertAll(networks), { by: 'id' })).to.deep.equal(networks);
  });

  it('by network are numeric across 9.x, 10.x and the families, larger networks first', async () => {
    expect(await listTexts(await insertAll(shuffled(ascending)), { by: 'network' })).to.deep.equal(ascending);
  });

  it('by longest mask are descending by prefix length, then ascending by address', async () => {
    const sectionId = await insertAll(shuffled(['10.0.0.0/8', '9.0.0.0/8', '10.0.10.0/24', '10.0.9.0/24', '10.0.9.0/25']));
    expect(await listTexts(sectionId, { by: 'longestMask' })).to.deep.equal([
      '10.0.9.0/25',
      '10.0.9.0/24',
      '10.0.10.0/24',
      '9.0.0.0/8',
      '10.0.0.0/8',
    ]);
  });

  it('of a section put folders first by description, in both directions', async () => {
    const sectionId = await insertAll(['9.0.0.0/8', '10.0.0.0/8']);
    await storage.write(async ({ subnets }) => {
      for (const description of ['mid', 'alpha', 'zeta']) await subnets.insert(newFolder(sectionId, { description }));
    });
    const up = await listTexts(sectionId, { by: 'section', field: 'subnet', descending: false });
    expect(up).to.deep.equal(['alpha', 'mid', 'zeta', '9.0.0.0/8', '10.0.0.0/8']);
    const down = await listTexts(sectionId, { by: 'section', field: 'subnet', descending: true });
    expect(down).to.deep.equal(['alpha', 'mid', 'zeta', '10.0.0.0/8', '9.0.0.0/8']);
  });

  it('of a section by subnet are numeric in both directions', async () => {
    const distinct = ['9.0.0.0/8', '10.0.0.0/24', '10.9.0.0/16', '10.10.0.0/16', '100.0.0.0/8', '2001:db8::/32', 'fd00::/8'];
    const sectionId = await insertAll(shuffled(distinct));
    expect(await listTexts(sectionId, { by: 'section', field: 'subnet', descending: false })).to.deep.equal(distinct);
    expect(await listTexts(sectionId, { by: 'section', field: 'subnet', descending: true })).to.deep.equal(distinct.toReversed());
  });

  it('of a section by description ignore case in both directions, folders first', async () => {
    const sectionId = await section();
    const descriptions = ['', 'a 1', 'A-1', 'a.1', 'A1', 'ab', 'B', 'É', 'éa', 'Éb', 'Ж', 'жа', '𐐀', '𐐨a'];
    await storage.write(async ({ subnets }) => {
      for (const description of shuffled(descriptions)) {
        await subnets.insert(newNetwork(sectionId, '10.0.0.0/24', { description: description || null }));
        await subnets.insert(newFolder(sectionId, { description }));
      }
    });
    const listed = async (descending: boolean) =>
      (await list(sectionId, { by: 'section', field: 'description', descending })).map(({ description }) => description ?? '');
    const down = descriptions.toReversed();
    expect(await listed(false)).to.deep.equal([...descriptions, ...descriptions]);
    expect(await listed(true)).to.deep.equal([...down, ...down]);
  });

  for (const [field, kind] of [
    ['vlanId', 'vlan'],
    ['vrfId', 'vrf'],
  ] as const) {
    storage.itWith('catalog')(`of a section by ${field} follow the id of the ${kind} in both directions`, async () => {
      const sectionId = await section();
      const ids = await storage.write(async ({ catalog, subnets }) => {
        const targets: number[] = [];
        for (let i = 0; i < 11; i++)
          targets.push(
            await catalog.insert(kind, { name: `${field} ${sectionId} ${i}`, ...(kind === 'vlan' ? { number: i } : {}) }, {}),
          );
        for (const target of shuffled(targets)) await subnets.insert(newNetwork(sectionId, '10.0.0.0/24', { [field]: target }));
        return targets;
      });
      const listed = async (descending: boolean) =>
        (await list(sectionId, { by: 'section', field, descending })).map((subnet) => subnet[field]);
      expect(await listed(false)).to.deep.equal(ids);
      expect(await listed(true)).to.deep.equal(ids.toReversed());
    });
  }

  it('of a section by masterSubnetId follow the id of the parent in both directions', async () => {
    const sectionId = await insertAll(['10.0.0.0/8', '11.0.0.0/8', '12.0.0.0/8']);
    const masters = (await list(sectionId, { by: 'id' })).map(({ id }) => id);
    const other = await section();
    await storage.write(async ({ subnets }) => {
      for (const masterSubnetId of masters.toReversed())
        await subnets.insert(newNetwork(other, '10.0.0.0/24', { masterSubnetId }));
    });
    const listed = async (descending: boolean) =>
      (await list(other, { by: 'section', field: 'masterSubnetId', descending })).map(({ masterSubnetId }) => masterSubnetId);
    expect(await listed(false)).to.deep.equal(masters);
    expect(await listed(true)).to.deep.equal(masters.toReversed());
  });

  it('of a section by id work in both directions', async () => {
    const sectionId = await insertAll(shuffled(ascending));
    const ids = (await list(sectionId, { by: 'id' })).map(({ id }) => id);
    expect((await list(sectionId, { by: 'section', field: 'id', descending: false })).map(({ id }) => id)).to.deep.equal(ids);
    expect((await list(sectionId, { by: 'section', field: 'id', descending: true })).map(({ id }) => id)).to.deep.equal(
      ids.toReversed(),
    );
  });

  for (const field of subnetOrderFields) {
    it(`of a section by ${field} contain every subnet once, also with empty or equal values`, async () => {
      const sectionId = await insertAll([...ascending, ...ascending]);
      await storage.write(async ({ subnets }) => {
        for (const description of [null, 'x', 'x']) await subnets.insert(newFolder(sectionId, { description }));
      });
      const ids = (await list(sectionId, { by: 'id' })).map(({ id }) => id);
      for (const descending of [false, true]) {
        const listed = (await list(sectionId, { by: 'section', field, descending })).map(({ id }) => id);
        expect(listed.toSorted((a, b) => a - b)).to.deep.equal(ids);
      }
    });
  }
});
