import { expect } from 'chai';
import type { Prefix } from '../../../domain/net/prefix.js';
import { networkIn, noTraits, rootNetwork, type Traits, traitsInput, traitsOf, vrfOf } from './allocation/allocation-inputs.js';
import { bitsOf, type End, type ModelSubnet, take } from './allocation/allocation-model.js';
import { candidates, nextNetwork, noNetworkMistake, type Place, placeMistakes } from './allocation/allocation-rules.js';
import { caller, named, type Operation, type World } from './allocation/allocation-world.js';

const createSection: Operation = async (world, { where, other, flag }) => {
  const { sections } = world.model;
  if (sections.length > 4) return;
  const parent = where % 3 === 0 ? world.pick(sections, other) : undefined;
  const mistakes = parent && parent.parentId !== null ? (['section.tooDeep'] as const) : [];
  const name = `${world.word} section ${world.done.length}`;
  const what = `create ${flag ? 'strict' : 'lenient'} section${parent ? ` below ${parent.id}` : ''}`;
  const input = { name, strictMode: flag, ...(parent ? { masterSection: parent.id } : {}) };
  const made = await world.attempt(what, mistakes, () => world.application.sections.create(caller, input));
  if (made) sections.push({ id: made.result, isStrict: flag, parentId: parent?.id ?? null });
};

/** Deletes a section, usually one with subnets below those of other sections. Never deletes the first section. */
const deleteSection: Operation = async (world, { where, flag }) => {
  const { model } = world;
  const isElsewhere = (subnet: ModelSubnet) => model.masterOf(subnet)?.sectionId !== subnet.sectionId && subnet.masterId !== null;
  const reaching = new Set(model.subnets.filter(isElsewhere).map(({ sectionId }) => sectionId));
  const deletable = model.sections.slice(1);
  const section = world.pick(flag ? deletable : deletable.filter(({ id }) => reaching.has(id)), where);
  if (!section) return;
  await world.attempt(`delete section ${section.id}`, [], () => world.application.sections.delete(caller, section.id));
  world.model.deleteSection(section.id);
};

async function place(world: World, where: Place, traits: Traits): Promise<void> {
  const { prefix, sectionId, masterId, vrfId } = where;
  if (world.isFull) return;
  const input = { sectionId, masterSubnetId: masterId ?? 0, vrfId: vrfId ?? 0, ...traitsInput(world, traits) };
  const what = `create ${prefix ?? 'folder'} in section ${sectionId} below ${masterId}, VRF ${vrfId}, ${JSON.stringify(traits)}`;
  const made = await world.attempt(what, placeMistakes(world.model, where), () =>
    world.application.subnets.create(caller, prefix, input),
  );
  if (!made) return;
  expect(String(made.result.prefix)).to.equal(String(prefix));
  world.model.subnets.push({ id: made.result.id, ...where, ...traits });
}

const createRoot: Operation = async (world, { where, other, size }) => {
  const section = world.pick(world.model.sections, where);
  if (!section) return;
  const prefix = rootNetwork(world, other, size);
  const more = Math.floor(size / 8);
  await place(world, { prefix, sectionId: section.id, masterId: null, vrfId: vrfOf(world, more) }, traitsOf(more >> 2));
};

/** Creates a nested subnet, usually in the section of its parent. */
const createNested: Operation = async (world, { where, other, size, flag }) => {
  const master = world.subnetAt(where);
  if (!master) return;
  const prefix = master.prefix && other % 16 > 0 ? networkIn(master.prefix, other, size) : rootNetwork(world, other, size);
  const more = Math.floor(size / 8);
  const sectionId = flag ? (world.pick(world.model.sections, more)?.id ?? master.sectionId) : master.sectionId;
  await place(world, { prefix, sectionId, masterId: master.id, vrfId: vrfOf(world, more) }, traitsOf(more >> 2));
};

/** Creates a folder at the top level, below another folder (usually) or below any subnet. */
const createFolder: Operation = async (world, { where, other, flag }) => {
  const folders = world.model.subnets.filter(({ prefix }) => !prefix);
  const master = flag ? world.pick(other % 3 > 0 ? folders : world.model.subnets, where) : undefined;
  const sectionId = master?.sectionId ?? world.pick(world.model.sections, where)?.id;
  if (sectionId === undefined) return;
  await place(world, { prefix: null, sectionId, masterId: master?.id ?? null, vrfId: null }, noTraits);
};

/** A prefix length for an allocation: that of the network, slightly longer or shorter, or that of single addresses. */
function lengthFor({ prefix }: ModelSubnet, size: number): number {
  if (!prefix) return 24;
  return [1, 2, 3, 4, 0, -1, bitsOf(prefix) - prefix.length, bitsOf(prefix) - prefix.length - 1].map(
    (more) => prefix.length + more,
  )[size % 8] as number;
}

/** Allocates one or several networks at once, from one end. */
const allocate: Operation = async (world, { where, other, size, flag }) => {
  const subnet = world.subnetAt(where);
  if (!subnet || world.isFull) return;
  const [length, end]: [number, End] = [lengthFor(subnet, size), flag ? 'last' : 'first'];
  const max = 1 + (other % 3);
  const expected = take(world.model.freeNetworks(subnet, length, end), max);
  const vrfId = vrfOf(world, size >> 3);
  const what = `allocate ${end} /${length} in ${named(subnet)}, VRF ${vrfId}`;
  const work = () => world.application.allocation.allocateSubnet(caller, subnet.id, length, end, { vrfId: vrfId ?? 0 });
  const outcomes = await Promise.all(Array.from({ length: max }, () => world.outcomeOf(what, work())));
  const isWhole = length === subnet.prefix?.length;
  for (const outcome of outcomes) {
    if ('result' in outcome) world.expectOutcome(what, outcome, []);
    else
      world.expectOutcome(what, outcome, [
        ...(isWhole ? (['subnet.outsideMaster'] as const) : []),
        noNetworkMistake(subnet, length),
      ]);
  }
  const made = outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
  expect(texts(made), what).to.deep.equal(isWhole ? [] : texts(expected.map((prefix) => ({ prefix }))));
  for (const { id, prefix } of made) addChild(world, subnet, { id, prefix, vrfId });
};

const texts = (given: readonly { readonly prefix: Prefix }[]): string[] => given.map(({ prefix }) => String(prefix)).sort();

function addChild(world: World, master: ModelSubnet, child: Pick<ModelSubnet, 'id' | 'prefix' | 'vrfId'>): void {
  world.model.subnets.push({ ...child, sectionId: master.sectionId, masterId: master.id, ...noTraits });
}

/** Allocates a network in the first marked network with room for a smaller one. */
const select: Operation = async (world, { where, size, flag }) => {
  const family = flag ? 6 : 4;
  if (world.isFull) return;
  const marked = candidates(world.model, 'isForSubnets', family);
  const length = lengthFor(world.pick(marked, where) ?? { ...noPlace, ...noTraits }, size);
  const withRoom = marked.filter((subnet) => nextNetwork(world.model, subnet, length, 'first').prefix);
  const isTaken = length >= 8 && length <= (family === 4 ? 32 : 128);
  const chosen = isTaken ? withRoom.find(({ prefix }) => prefix?.length !== length) : undefined;
  const refusal = withRoom.length > 0 ? 'subnet.outsideMaster' : 'allocation.noSubnet';
  const expected = isTaken ? refusal : 'prefix.length';
  const made = await world.attempt(`select a /${length} of IPv${family}`, chosen ? [] : [expected], () =>
    world.application.prefixSelection.allocateSubnet(caller, world.word, family, length, {}),
  );
  if (!made || !chosen) return;
  expect(String(made.result.prefix)).to.equal(String(nextNetwork(world.model, chosen, length, 'first').prefix));
  addChild(world, chosen, { ...made.result, vrfId: null });
};

const noPlace = { id: 0, prefix: null, sectionId: 0, masterId: null, vrfId: null };

/** Deletes a subnet, usually a nested one. */
const remove: Operation = async (world, { where, flag }) => {
  const nested = world.model.subnets.filter(({ masterId }) => masterId !== null);
  const subnet = flag ? world.subnetAt(where) : world.pick(nested, where);
  if (!subnet) return;
  await world.attempt(`delete ${named(subnet)}`, [], () => world.application.subnets.delete(caller, subnet.id));
  world.model.deleteSubnet(subnet.id);
};

export const subnetOperations = {
  createSection,
  deleteSection,
  createRoot,
  createNested,
  createFolder,
  allocate,
  select,
  remove,
};
