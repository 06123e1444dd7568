import { expect } from 'chai';
import { addressesOfSubnets } from '../../../application/inventory/addresses.js';
import type { AddressQuery } from '../../../application/ports/inventory/addresses.js';
import { collect } from '../../support/collect.js';
import { anyone } from '../support/application.js';
import { startInventory } from '../support/inventory.js';

describe('Addresses of several subnets', () => {
  /** Subnets with three addresses each, except every fifth. @returns the subnets with the address count from `said` */
  async function filled(size: number, said: (index: number) => number) {
    const inventory = await startInventory();
    const { network, addresses } = inventory;
    const subnets: { id: number; addresses: number }[] = [];
    for (let index = 0; index < size; index++) {
      const subnetId = await network(`10.0.${index}.0/24`);
      if (index % 5 > 0) for (const last of [9, 1, 30]) await addresses.create(anyone, { subnetId, ip: `10.0.${index}.${last}` });
      subnets.push({ id: subnetId, addresses: said(index) });
    }
    const queries: AddressQuery[] = [];
    const list = (query: AddressQuery) => {
      queries.push(query);
      return inventory.readers.addresses.list(query);
    };
    return { subnets, queries, lists: addressesOfSubnets(list, subnets) };
  }
  const lastNumbers = async (lists: ReturnType<typeof addressesOfSubnets>, id: number) => {
    const list = lists.get(id);
    return list && (await collect(list)).map(({ ip }) => Number(String(ip).split('.').at(-1)));
  };

  it('are read with one query when there are few, and grouped by subnet in their order', async () => {
    const { subnets, queries, lists } = await filled(12, (index) => (index % 5 > 0 ? 3 : 0));
    for (const [index, { id }] of subnets.entries())
      expect(await lastNumbers(lists, id), `${index}`).to.deep.equal(index % 5 > 0 ? [1, 9, 30] : []);
    expect(queries).to.have.length(1);
  });

  it('are read in chunks of at most 1,000, and those of a large subnet with an own query', async () => {
    const { subnets, queries, lists } = await filled(6, (index) => [1, 400, 600, 400, 1001, 1][index] ?? 0);
    for (const [index, { id }] of subnets.entries())
      expect(await lastNumbers(lists, id), `${index}`).to.deep.equal(index % 5 > 0 ? [1, 9, 30] : []);
    const ids = subnets.map(({ id }) => id);
    expect(queries.map(({ subnetIds, subnetId }) => subnetIds ?? subnetId)).to.deep.equal([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids[4],
      ids.slice(5),
    ]);
  });

  it('are not read before the first use, and not for empty subnets', async () => {
    const { subnets, queries, lists } = await filled(2, () => 0);
    for (const { id } of subnets) expect(await lastNumbers(lists, id)).to.deep.equal([]);
    expect(queries).to.deep.equal([]);
  });
});
