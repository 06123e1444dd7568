import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { systemClock, systemTimers } from '../../../adapters/system/index.js';
import { findByCriteria } from '../../../application/allocation/free-address-search.js';
import { internalCaller as caller } from '../../../application/caller.js';
import { Catalog } from '../../../application/catalog/catalog.js';
import { Ranges } from '../../../application/catalog/ranges.js';
import { Sections } from '../../../application/inventory/sections.js';
import { Subnets } from '../../../application/inventory/subnets.js';
import { defaultAddressCriteria } from '../../../domain/allocation/address-criteria.js';
import { type ErrorCode, IpamError } from '../../../domain/errors.js';
import { Prefix } from '../../../domain/net/prefix.js';

async function codeOf(work: Promise<unknown>): Promise<ErrorCode | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (IpamError.is(error)) return error.code;
    throw error;
  }
}

async function setUp() {
  const { readers, unitOfWork } = createMemoryDatabase(undefined, { checksLocks: true });
  const sectionId = await new Sections(readers, unitOfWork, systemClock).create(caller, { name: 'Section' });
  const subnets = new Subnets(readers, unitOfWork, systemClock, systemTimers);
  const create = async (cidr: string) => (await subnets.create(caller, Prefix.parse(cidr), { sectionId })).id;
  const ids = [await create('10.0.0.0/24'), await create('10.0.1.0/24')] as const;
  const folder = (await subnets.create(caller, null, { sectionId, description: 'folder' })).id;
  return { readers, ids, folder, catalog: new Catalog(readers, unitOfWork, systemClock), ranges: new Ranges(readers) };
}

describe('Ranges', () => {
  it('do not move to another subnet, and lock it for each write', async () => {
    const { catalog, ids } = await setUp();
    const [subnetId, other] = ids;
    const id = await catalog.create(caller, 'range', { subnetId, name: 'a', first: '10.0.0.1', last: '10.0.0.9' });
    expect(await codeOf(catalog.change(caller, 'range', id, { subnetId: other }))).to.equal('range.subnetFixed');
    await catalog.change(caller, 'range', id, { subnetId, last: '10.0.0.8' });
    await catalog.delete(caller, 'range', id);
    expect(await codeOf(catalog.delete(caller, 'range', id))).to.equal('kind.unknown');
  });

  it('require a network', async () => {
    const { catalog, folder } = await setUp();
    const range = { name: 'a', first: '10.0.0.1', last: '10.0.0.9' };
    expect(await codeOf(catalog.create(caller, 'range', { ...range, subnetId: folder }))).to.equal('subnet.isFolder');
    expect(await codeOf(catalog.create(caller, 'range', { ...range, subnetId: 99 }))).to.equal('subnet.unknown');
    expect(await codeOf(catalog.create(caller, 'range', range))).to.equal('field.type');
  });

  it('are found by their name only in their subnet', async () => {
    const { readers, catalog, ids } = await setUp();
    const [subnetId, other] = ids;
    await catalog.create(caller, 'range', {
      subnetId: other,
      name: 'a',
      first: '10.0.1.1',
      last: '10.0.1.9',
      allocation: 'named',
    });
    const subnet = await readers.subnets.find(subnetId);
    if (!subnet) throw new Error('no subnet');
    const facts = { subnet, hasChildren: false, hasRanges: true, now: new Date(), draw: () => 0n };
    expect(await codeOf(findByCriteria(readers, facts, { ...defaultAddressCriteria, range: 'a' }))).to.equal('range.unknown');
  });

  it('are returned with their usage in ascending order', async () => {
    const { catalog, ranges, ids } = await setUp();
    const [subnetId] = ids;
    for (const [name, first] of [
      ['b', 20],
      ['a', 10],
    ] as const)
      await catalog.create(caller, 'range', { subnetId, name, first: `10.0.0.${first}`, last: `10.0.0.${first + 4}` });
    const usage = await ranges.usage(caller, subnetId);
    expect(usage.map(({ range, used, size }) => [range.name, used, size])).to.deep.equal([
      ['a', 0, 5n],
      ['b', 0, 5n],
    ]);
    expect(await codeOf(ranges.usage(caller, 99))).to.equal('subnet.unknown');
  });
});
