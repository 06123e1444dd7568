import { expect } from 'chai';
import { systemClock, systemTimers } from '../../adapters/system/index.js';
import { internalCaller } from '../../application/caller.js';
import { Addresses } from '../../application/inventory/addresses.js';
import { Subnets } from '../../application/inventory/subnets.js';
import { StorageError } from '../../application/ports/storage-error.js';
import type { UnitOfWork } from '../../application/ports/unit-of-work.js';
import type { Input } from '../../domain/fields/read-fields.js';
import { collect } from '../support/collect.js';
import { cidr, insertNetwork, newFolder, newNetwork, newSection } from './support/builders.js';
import { describeContract } from './support/contract.js';
import { callerWithoutAccess, outcomes } from './support/outcomes.js';

describeContract('Concurrent creations', (storage) => {
  /** Use cases with a counter of their units of work. */
  const counting = (end: () => void = () => {}) => {
    let count = 0;
    const unitOfWork: UnitOfWork = {
      run: async (work) => {
        count++;
        const result = await storage.unitOfWork.run(work);
        end();
        return result;
      },
    };
    return {
      addresses: new Addresses(storage.readers, unitOfWork, systemClock, systemTimers),
      subnets: new Subnets(storage.readers, unitOfWork, systemClock, systemTimers),
      counted: () => count,
    };
  };
  const inStrictSection = (network: string) =>
    storage.write(async ({ sections, subnets }) => {
      const sectionId = await sections.insert(newSection({ strictMode: true }));
      return { sectionId, masterSubnetId: await subnets.insert(newNetwork(sectionId, network)) };
    });
  const stored = async (subnetId: number) =>
    (await collect(storage.readers.addresses.list({ subnetId, order: 'address' }))).map(({ ip, note }) => `${ip} ${note}`);
  const below = async (masterSubnetId: number) =>
    (await collect(storage.readers.subnets.list({ masterSubnetId, order: { by: 'network' } }))).map(({ subnet }) =>
      String(subnet.prefix),
    );

  it('of addresses share units of work, each with its own outcome', async () => {
    const subnetId = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    await storage.readers.addresses.freeSpace(subnetId, 4);
    const { addresses, counted } = counting();
    const create = (input: Input, caller = internalCaller) => addresses.create(caller, { subnetId, ...input });
    const results = await outcomes([
      create({ ip: '10.0.0.1', note: 'a' }),
      create({ ip: '10.0.0.2', note: 'b' }),
      create({ ip: '10.0.0.2', note: 'c' }),
      create({ ip: '10.0.0.3', tag: 987654 }),
      create({ ip: '10.0.0.3', note: 'd' }),
      create({ ip: '10.0.1.4' }),
      create({ ip: '10.0.0.5' }, callerWithoutAccess),
      create({ ip: 'x' }),
      create({ ip: '10.0.0.7', note: 'e' }),
      create({ ip: '10.0.0.8', mac: 'x' }),
      create({ ip: '10.0.0.9', location: 987654 }),
    ]);
    expect(results).to.deep.equal([
      'done',
      'done',
      'address.exists',
      'field.reference',
      'done',
      'address.notInSubnet',
      'field.reference',
      'field.type',
      'done',
      'field.type',
      'field.reference',
    ]);
    expect(counted()).to.be.at.most(2);
    expect(await stored(subnetId)).to.deep.equal(['10.0.0.1 a', '10.0.0.2 b', '10.0.0.3 d', '10.0.0.7 e']);
    const free = await storage.readers.addresses.lowestFree(subnetId, 3);
    expect(free.map(String)).to.deep.equal(['10.0.0.0', '10.0.0.4', '10.0.0.5']);
    expect(await outcomes([create({ ip: '10.0.0.1' })])).to.deep.equal(['address.exists']);
  });

  it('of addresses in a missing subnet all fail with field.reference', async () => {
    const { addresses } = counting();
    const missing = ['10.0.0.1', '10.0.0.2', 'x'].map((ip) => addresses.create(internalCaller, { subnetId: 987654321, ip }));
    expect(await outcomes(missing)).to.deep.equal(Array<string>(3).fill('field.reference'));
  });

  it('of addresses are logged under the name of each caller', async () => {
    const subnetId = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const { addresses } = counting();
    const names = ['Ada', 'Berta'];
    const ids = await Promise.all(
      names.map((name, index) => addresses.create({ ...internalCaller, name }, { subnetId, ip: `10.0.0.${index + 1}` })),
    );
    for (const [index, id] of ids.entries()) {
      const entries = await storage.readers.changeLog.list('address', id, 5);
      expect(entries.map(({ action, by }) => [action, by])).to.deep.equal([['add', names[index]]]);
    }
  });

  it('of networks share units of work, and no network overlaps another', async () => {
    const place = await inStrictSection('10.0.0.0/16');
    await storage.readers.subnets.freePrefix({ id: place.masterSubnetId, prefix: cidr('10.0.0.0/16') }, 24, 'first');
    const { subnets, counted } = counting();
    const create = (network: string, input: Input = {}, caller = internalCaller) =>
      subnets.create(caller, cidr(network), { ...place, ...input });
    const results = await outcomes([
      create('10.0.0.0/24'),
      create('10.0.1.0/24'),
      create('10.0.0.0/23'),
      create('10.0.3.0/24', { vlanId: 987654 }),
      create('10.0.3.0/24', { device: 987654 }),
      create('10.0.3.0/25'),
      create('10.0.3.0/24'),
      create('10.1.0.0/24'),
      create('10.0.4.0/24', {}, callerWithoutAccess),
      create('10.0.5.0/24', { sectionId: 987654321 }),
      subnets.create(internalCaller, null, { ...place, description: 'folder' }),
      create('10.0.6.0/24'),
    ]);
    expect(results).to.deep.equal([
      'done',
      'done',
      'subnet.overlapWithSibling',
      'field.reference',
      'field.reference',
      'done',
      'subnet.overlapWithSibling',
      'subnet.outsideMaster',
      'field.reference',
      'field.reference',
      'subnet.masterNotFolder',
      'done',
    ]);
    expect(counted()).to.be.at.most(2);
    expect(await below(place.masterSubnetId)).to.deep.equal(['10.0.0.0/24', '10.0.1.0/24', '10.0.3.0/25', '10.0.6.0/24']);
    const owner = { id: place.masterSubnetId, prefix: cidr('10.0.0.0/16') };
    const free = await Promise.all([24, 25].map((length) => storage.readers.subnets.freePrefix(owner, length, 'first')));
    expect(free.map(String)).to.deep.equal(['10.0.2.0/24', '10.0.2.0/25']);
  });

  it('succeed for folders, and for networks where overlaps are allowed', async () => {
    const place = await storage.write(async ({ sections, subnets }) => {
      const sectionId = await sections.insert(newSection());
      return { sectionId, masterSubnetId: await subnets.insert(newFolder(sectionId)) };
    });
    const { subnets } = counting();
    const made = await outcomes([
      subnets.create(internalCaller, cidr('10.0.0.0/24'), place),
      subnets.create(internalCaller, cidr('10.0.0.0/24'), place),
      subnets.create(internalCaller, null, { ...place, description: 'one' }),
      subnets.create(internalCaller, null, { ...place, description: 'other' }),
    ]);
    expect(made).to.deep.equal(Array<string>(4).fill('done'));
    expect(await below(place.masterSubnetId)).to.have.lengthOf(4);
  });

  it('all report an unknown outcome of their commit, and none runs again', async () => {
    const place = await inStrictSection('10.0.0.0/16');
    const failing = counting(() => {
      throw new StorageError('no answer to its commit came', 'outcomeUnknown');
    });
    const networks = ['10.0.0.0/24', '10.0.1.0/24', '10.0.2.0/24'];
    const creations = networks.map((network) => failing.subnets.create(internalCaller, cidr(network), place));
    expect(await outcomes(creations)).to.deep.equal(Array<string>(3).fill('outcomeUnknown'));
    expect(failing.counted()).to.equal(1);
  });
});
