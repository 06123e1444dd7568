import { expect } from 'chai';
import type { Input } from '../../../domain/fields/read-fields.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { noTraits, vrfOf } from './allocation/allocation-inputs.js';
import { bitsOf, isInside, type ModelSubnet } from './allocation/allocation-model.js';
import { changeMistakes, partsOf, resizeMistakes, splitMistakes } from './allocation/allocation-rules.js';
import { caller, named, type Operation, type World } from './allocation/allocation-world.js';

async function change(world: World, subnet: ModelSubnet, changes: Partial<ModelSubnet>, input: Input): Promise<void> {
  const what = `change ${named(subnet)} ${JSON.stringify(input)}`;
  const made = await world.attempt(what, changeMistakes(world.model, subnet, changes), () =>
    world.application.subnets.change(caller, subnet.id, input),
  );
  if (made) world.model.changeSubnet(subnet.id, changes);
}

/** Moves a subnet below another one, usually a larger one, or to the top level. With the flag, changes the section too. */
const moveToMaster: Operation = async (world, { where, other, size, flag }) => {
  const subnet = world.subnetAt(where);
  if (!subnet) return;
  const fitting = world.model.subnets.filter(({ prefix }) => !prefix || (subnet.prefix && isInside(subnet.prefix, prefix)));
  const [master] = [[], [world.subnetAt(other)], [world.pick(fitting, other)], [world.pick(fitting, other)]][size % 4] ?? [];
  const section = flag && master ? { sectionId: master.sectionId } : {};
  const changes = { masterId: master?.id ?? null, ...section };
  await change(world, subnet, changes, { masterSubnetId: master?.id ?? 0, ...section });
};

const moveToSection: Operation = async (world, { where, other }) => {
  const [subnet, section] = [world.subnetAt(where), world.pick(world.model.sections, other)];
  if (subnet && section) await change(world, subnet, { sectionId: section.id }, { sectionId: section.id });
};

const changeVrf: Operation = async (world, { where, other }) => {
  const subnet = world.subnetAt(where);
  const vrfId = vrfOf(world, other);
  if (subnet) await change(world, subnet, { vrfId }, { vrfId: vrfId ?? 0 });
};

/** Sets the pool flag of a subnet, or clears it, mostly on pools with addresses. */
const changePool: Operation = async (world, { where, other, flag }) => {
  const pools = world.inUse.filter(({ isPool }) => isPool);
  const subnet = flag || other % 3 === 0 ? world.subnetAt(where) : world.pick(pools, where);
  if (subnet) await change(world, subnet, { isPool: flag }, { isPool: flag });
};

const changeFull: Operation = async (world, { where, flag }) => {
  const subnet = world.subnetAt(where);
  if (subnet) await change(world, subnet, { isFull: flag }, { isFull: flag });
};

const resize: Operation = async (world, { where, size }) => {
  const subnet = world.subnetAt(where);
  if (!subnet) return;
  const length = subnet.prefix?.length ?? 24;
  const bits = subnet.prefix ? bitsOf(subnet.prefix) : 32;
  const wanted = [length - 1, length + 1, length - 2, length + 2, length, 8, bits, bits + 1][size % 8] as number;
  const what = `resize ${named(subnet)} to /${wanted}`;
  const made = await world.attempt(what, resizeMistakes(world.model, subnet, wanted), () =>
    world.application.subnetOperations.resize(caller, subnet.id, wanted),
  );
  if (made && subnet.prefix) world.model.changeSubnet(subnet.id, { prefix: Prefix.containing(subnet.prefix.network, wanted) });
};

const split: Operation = async (world, { where, other, size, flag }) => {
  const subnet = other % 3 === 0 ? world.subnetAt(where) : world.pick(world.inUse, where);
  if (!subnet || world.isFull) return;
  const [count, copies] = [2 ** (1 + (size % 3)), other % 2 === 1];
  const what = `split ${named(subnet)} into ${count}${flag ? ', grouped' : ''}${copies ? ', with custom fields' : ''}`;
  const request = { count, grouped: flag, copiesCustom: copies };
  const made = await world.attempt(what, splitMistakes(world.model, subnet, count, flag), () =>
    world.application.subnetOperations.split(caller, subnet.id, request),
  );
  if (made && subnet.prefix) putParts(world, subnet, partsOf(subnet.prefix, count), made.result, { flag, copies });
};

function putParts(
  { model }: World,
  subnet: ModelSubnet,
  parts: readonly Prefix[],
  ids: readonly number[],
  { flag, copies }: { readonly flag: boolean; readonly copies: boolean },
): void {
  expect(ids).to.have.length(parts.length);
  const { id, masterId, sectionId, vrfId, isPool, isForSubnets, isForAddresses } = subnet;
  const marks = copies ? { isForSubnets, isForAddresses } : {};
  for (const [index, prefix] of parts.entries()) {
    const place = { id: ids[index] as number, prefix, sectionId, vrfId, masterId: flag ? id : masterId };
    model.subnets.push({ ...noTraits, ...place, isPool, ...marks });
    model.addresses = model.addresses.map((address) =>
      address.subnetId === id && address.ip.value >= prefix.first && address.ip.value <= prefix.last
        ? { ...address, subnetId: place.id }
        : address,
    );
  }
  if (!flag) model.deleteSubnet(id);
}

export const reshapeOperations = { moveToMaster, moveToSection, changeVrf, changePool, changeFull, resize, split };
