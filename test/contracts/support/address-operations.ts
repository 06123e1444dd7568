import { expect } from 'chai';
import type { Input } from '../../../domain/fields/read-fields.js';
import type { IpAddress } from '../../../domain/net/ip-address.js';
import { usedTag } from '../../../domain/subnet/usage.js';
import { addressNear, inputsOf } from './allocation/allocation-inputs.js';
import { type ModelSubnet, take } from './allocation/allocation-model.js';
import { addressMistakes, candidates, closedMistakes, type Mistakes, nextAddress } from './allocation/allocation-rules.js';
import { caller, named, type Operation, type Outcome, type World } from './allocation/allocation-world.js';

type Allocated = Outcome<{ readonly id: number; readonly ip: IpAddress }>;

const create: Operation = async (world, { where, other, size }) => {
  const subnet = world.subnetAt(where);
  if (!subnet) return;
  const ip = addressNear(subnet, other);
  const [{ input, mistake } = { input: {}, mistake: undefined }] = inputsOf(size % 20 < 10 ? 0 : size % 10);
  const mistakes = [...addressMistakes(world.model, subnet, ip), ...(mistake ? [mistake] : [])];
  const what = `create ${ip} ${JSON.stringify(input)} in ${named(subnet)}`;
  const given = { ...input, subnetId: subnet.id, ip: String(ip) };
  const made = await world.attempt(what, mistakes, () => world.application.addresses.create(caller, given));
  if (made) world.model.addresses.push({ id: made.result, subnetId: subnet.id, ip, tag: tagOf(input) });
};

const tagOf = (input: Input): number => Number(input.tag ?? usedTag);

const retag: Operation = async (world, { where, size }) => {
  const address = world.pick(world.model.addresses, where);
  if (!address) return;
  const tag = 1 + (size % 4);
  const work = () => world.application.addresses.change(caller, address.id, { tag });
  if (await world.attempt(`tag ${address.ip} of ${address.subnetId} with ${tag}`, [], work))
    world.model.changeAddress(address.id, { tag });
};

const remove: Operation = async (world, { where }) => {
  const address = world.pick(world.model.addresses, where);
  if (!address) return;
  const { id, ip, subnetId } = address;
  await world.attempt(`delete ${ip} of ${subnetId}`, [], () => world.application.addresses.delete(caller, id));
  world.model.deleteAddress(id);
};

const removeInSubnet: Operation = async (world, { where, other, flag }) => {
  const address = world.pick(world.model.addresses, other);
  const subnet = flag && address ? world.model.subnet(address.subnetId) : world.subnetAt(where);
  if (!subnet) return;
  const ip = flag && address ? address.ip : addressNear(subnet, other);
  const held = world.model.addressesOf(subnet.id).find((address) => address.ip.equals(ip));
  const work = () => world.application.addresses.deleteInSubnet(caller, subnet.id, ip);
  await world.attempt(`delete ${ip} in ${named(subnet)}`, held ? [] : ['address.unknown'], work);
  if (held) world.model.deleteAddress(held.id);
};

const truncate: Operation = async (world, { where, flag }) => {
  const subnet = flag ? world.subnetAt(where) : world.pick(world.inUse, where);
  if (!subnet) return;
  await world.attempt(`truncate ${named(subnet)}`, [], () => world.application.subnets.truncate(caller, subnet.id));
  for (const { id } of world.model.addressesOf(subnet.id)) world.model.deleteAddress(id);
};

/** Sends several allocations at once, usually to a subnet without children. Some are invalid. The first may be for the gateway. */
const allocate: Operation = async (world, { where, other, size, flag }) => {
  const leaves = world.model.subnets.filter(({ id, prefix }) => prefix && world.model.childrenOf(id).length === 0);
  const subnet = other % 4 === 0 ? world.subnetAt(where) : world.pick(leaves, where);
  if (!subnet) return;
  const requests = inputsOf(size);
  const what = `allocate in ${named(subnet)}`;
  const outcomes = await Promise.all(
    requests.map(({ input }, index) => {
      const given = flag && index === 0 ? { ...input, is_gateway: true } : input;
      return world.outcomeOf(what, world.application.allocation.allocateAddress(caller, subnet.id, given));
    }),
  );
  judge(world, what, subnet, outcomes, requests.map(mistakesOf));
  const taken = outcomes.flatMap((outcome, index) =>
    'result' in outcome ? [{ ...outcome.result, tag: tagOf(requests[index]?.input ?? {}) }] : [],
  );
  expectLowest(world, subnet, flag ? inOrder(taken.map(({ ip }) => ip)) : taken.map(({ ip }) => ip));
  for (const { id, ip, tag } of taken) world.model.addresses.push({ id, subnetId: subnet.id, ip, tag });
};

const mistakesOf = ({ mistake }: { mistake?: Mistakes[number] }): Mistakes => (mistake ? [mistake] : []);

const inOrder = (ips: IpAddress[]): IpAddress[] => ips.sort((a, b) => a.compare(b));

/** Expects an address for each valid request until the subnet is full. Each invalid request gets its own error. */
function judge(world: World, what: string, subnet: ModelSubnet, outcomes: Allocated[], own: Mistakes[]): void {
  const closed = closedMistakes(world.model, subnet);
  const room = closed.length > 0 ? 0 : take(world.model.freeAddresses(subnet), outcomes.length).length;
  const good = own.filter((mistakes) => mistakes.length === 0).length;
  const isShort = room <= good; // an invalid request may arrive after a valid one got the last address
  for (const [index, outcome] of outcomes.entries()) {
    const mistakes = own[index] ?? [];
    const none: Mistakes = closed.length > 0 ? closed : ['allocation.noAddress'];
    const isRefused = 'error' in outcome && isShort && none.includes(outcome.error.code);
    world.expectOutcome(`${what} (${index + 1} of ${outcomes.length})`, outcome, isRefused ? none : mistakes);
  }
  expect(outcomes.filter((outcome) => 'result' in outcome)).to.have.length(Math.min(room, good));
}

/** @param ips expected to be the lowest free addresses */
function expectLowest(world: World, subnet: ModelSubnet, ips: readonly IpAddress[]): void {
  const lowest = take(world.model.freeAddresses(subnet), ips.length);
  expect(ips.map(String), `allocated in ${named(subnet)}`).to.deep.equal(lowest.map(String));
}

/** Allocates an address in the first marked network with a free address. */
const select: Operation = async (world, { flag }) => {
  const family = flag ? 6 : 4;
  const { prefixSelection } = world.application;
  const leaves = candidates(world.model, 'isForAddresses', family);
  const chosen = leaves.find((subnet) => nextAddress(world.model, subnet).ip);
  const ip = chosen && nextAddress(world.model, chosen).ip;
  const made = await world.attempt(`select an address of IPv${family}`, chosen ? [] : ['allocation.noAddress'], () =>
    prefixSelection.allocateAddress(caller, world.word, family, {}),
  );
  if (!made || !ip || !chosen) return;
  expect(made.result).to.deep.include({ subnetId: chosen.id });
  expect(String(made.result.ip)).to.equal(String(ip));
  world.model.addresses.push({ id: made.result.id, subnetId: chosen.id, ip, tag: usedTag });
};

export const addressOperations = { create, retag, remove, removeInSubnet, truncate, allocate, select };
