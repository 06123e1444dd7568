import { expect } from 'chai';
import { collect } from '../../../support/collect.js';

import { bitsOf, type End, type ModelSubnet, take } from './allocation-model.js';
import { nextAddress, nextNetwork, noNetworkMistake } from './allocation-rules.js';
import { usageIn } from './allocation-usage.js';
import { caller, named, type World } from './allocation-world.js';

const ends: readonly End[] = ['first', 'last'];

/** The number of compared entries of a list of free networks. */
const maxListed = 40;

/** Compares the next address, the usage and the free networks of one length of every subnet with the model. The length rotates. */
export async function look(world: World): Promise<void> {
  const turn = world.done.length;
  await Promise.all(
    world.model.subnets.map(async (subnet) => {
      const lengths = lengthsOf(subnet);
      await lookAtAddress(world, subnet);
      await lookAtUsage(world, subnet);
      await lookAtNetworks(world, subnet, lengths[(turn + subnet.id) % lengths.length] ?? 0);
    }),
  );
}

/** Compares the same with every length, and the lists of free networks. */
export async function lookClosely(world: World): Promise<void> {
  for (const subnet of world.model.subnets) {
    await lookAtAddress(world, subnet);
    await lookAtUsage(world, subnet);
    for (const length of lengthsOf(subnet)) await lookAtNetworks(world, subnet, length);
    for (const length of lengthsOf(subnet).slice(-2)) await lookAtList(world, subnet, length);
  }
}

/** Runs reads and ignores their results, so that indexes are built during other operations. */
export async function askBeside(world: World): Promise<void> {
  const { allocation } = world.application;
  const asked = world.model.subnets.flatMap((subnet) => {
    const length = Math.min((subnet.prefix?.length ?? 24) + 1, subnet.prefix ? bitsOf(subnet.prefix) : 32);
    return [
      world.outcomeOf('a look at an address', allocation.findFreeAddress(caller, subnet.id)),
      world.outcomeOf('a look at usage', world.application.subnets.usage(caller, subnet.id)),
      world.outcomeOf('a look at a network', allocation.findFreeSubnet(caller, subnet.id, length, 'first')),
    ];
  });
  await Promise.all(asked);
}

/** The lengths of the whole network, of its largest parts and of its smallest parts. */
function lengthsOf({ prefix }: ModelSubnet): number[] {
  if (!prefix) return [24];
  const bits = bitsOf(prefix);
  const lengths = [prefix.length, prefix.length + 1, bits - 1, prefix.length + 2, bits];
  return [...new Set(lengths)].filter((length) => length >= prefix.length && length <= bits);
}

async function lookAtAddress(world: World, subnet: ModelSubnet): Promise<void> {
  const { ip, mistakes } = nextAddress(world.model, subnet);
  const found = await world.outcomeOf('findFreeAddress', world.application.allocation.findFreeAddress(caller, subnet.id));
  const what = `first free address of ${named(subnet)}`;
  if ('error' in found) expect(ip ? [String(ip)] : mistakes, what).to.include(found.error.code);
  else expect(String(found.result), what).to.equal(ip ? String(ip) : mistakes.join(' or '));
}

async function lookAtUsage(world: World, subnet: ModelSubnet): Promise<void> {
  const { byTag, size } = await world.application.subnets.usage(caller, subnet.id);
  const shown = { size, tags: Object.fromEntries(byTag) };
  expect(shown, `usage of ${named(subnet)}`).to.deep.equal(usageIn(world.model, subnet));
}

async function lookAtNetworks(world: World, subnet: ModelSubnet, length: number): Promise<void> {
  for (const end of ends) {
    const { prefix, mistakes } = nextNetwork(world.model, subnet, length, end);
    const asked = world.application.allocation.findFreeSubnet(caller, subnet.id, length, end);
    const found = await world.outcomeOf('findFreeSubnet', asked);
    const answer = 'error' in found ? found.error.code : String(found.result);
    expect(answer, `${end} free /${length} of ${named(subnet)}`).to.equal(prefix ? String(prefix) : mistakes.join());
  }
}

async function lookAtList(world: World, subnet: ModelSubnet, length: number): Promise<void> {
  const expected = take(world.model.freeNetworks(subnet, length, 'first'), maxListed);
  const asked = world.application.allocation.findFreeSubnets(caller, subnet.id, length);
  const found = await world.outcomeOf('findFreeSubnets', asked);
  if ('error' in found) {
    expect([found.error.code, expected.length]).to.deep.equal([noNetworkMistake(subnet, length), 0]);
    return;
  }
  const listed: string[] = [];
  for await (const prefix of found.result) if (listed.push(String(prefix)) === maxListed) break;
  expect(listed, `free /${length} of ${named(subnet)}`).to.deep.equal(expected.map(String));
}

/** Expects that the index of free ranges equals the one computed from the records, and that no record is invalid. */
export async function expectConsistent({ ground, model }: World): Promise<void> {
  const own = new Set(model.subnets.map(({ id }) => id));
  const findings = await collect(ground.check({ repair: false }));
  expect(findings.filter(({ subnetId }) => own.has(subnetId ?? 0))).to.deep.equal([]);
}

/** Expects that the stored records equal the model. */
export async function expectStored({ ground, model }: World): Promise<void> {
  for (const section of model.sections) {
    const stored = await collect(ground.readers.subnets.list({ sectionId: section.id, order: { by: 'id' } }));
    const found = stored.map(({ subnet: { id, prefix, sectionId, masterSubnetId: masterId, vrfId, isPool, isFull } }) =>
      JSON.stringify({ id, prefix, sectionId, masterId, vrfId, isPool, isFull }),
    );
    const expected = model.subnets.filter(({ sectionId }) => sectionId === section.id).sort((a, b) => a.id - b.id);
    expect(found).to.deep.equal(
      expected.map(({ id, prefix, sectionId, masterId, vrfId, isPool, isFull }) =>
        JSON.stringify({ id, prefix, sectionId, masterId, vrfId, isPool, isFull }),
      ),
    );
  }
  for (const { id } of model.subnets) await expectAddressesStored({ ground, model }, id);
}

async function expectAddressesStored({ ground, model }: Pick<World, 'ground' | 'model'>, subnetId: number): Promise<void> {
  const stored = await collect(ground.readers.addresses.list({ subnetId, order: 'id' }));
  const expected = model.addressesOf(subnetId).sort((a, b) => a.id - b.id);
  const text = (address: { readonly id: number; readonly ip: unknown }) => `${address.id} ${address.ip}`;
  expect(stored.map(text), `addresses of ${subnetId}`).to.deep.equal(expected.map(text));
  expect(stored.filter((address) => address.is_gateway).length, `gateways of ${subnetId}`).to.be.at.most(1);
}
