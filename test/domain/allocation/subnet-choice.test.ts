import { expect } from 'chai';
import fc from 'fast-check';
import { gapsBetween } from '../../../domain/allocation/free-prefixes.js';
import { type Gap, largestBlockLength } from '../../../domain/allocation/free-ranges.js';
import {
  type BlockQuery,
  blocksWithin,
  chooseSubnet,
  isCrowded,
  queriesFor,
  readSubnetCriteria,
  type SubnetCriteria,
  type SubnetPolicy,
  searchedSpace,
  subnetPolicies,
} from '../../../domain/allocation/subnet-choice.js';
import { addressBits, IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { childrenOf, smallNetworks } from '../support/arbitraries.js';

/** The answer of an index of gaps by the size of their largest block. */
function look(gaps: readonly Gap[], network: Prefix, { range, length, end, perSize }: BlockQuery): Gap[] {
  const found: Gap[] = [];
  for (let size = network.length; size <= length; size++) {
    const some = gaps.filter((gap) => largestBlockLength(gap, network.family) === size);
    const within = some.filter(({ first, last }) => last >= range.first && first <= range.last);
    found.push(...(end === 'first' ? within.slice(0, perSize) : within.slice(-perSize)));
  }
  return blocksWithin(found, { range });
}

function find(
  network: Prefix,
  children: readonly Prefix[],
  length: number,
  criteria: SubnetCriteria,
  drawn = 0n,
): string | undefined {
  const range = searchedSpace(network, criteria);
  const all = [...gapsBetween(network, children)];
  const draw = (limit: bigint): bigint => drawn % limit;
  const gaps: Gap[] = [];
  for (const next of range ? queriesFor(criteria, network, range, length, draw) : [])
    if (!isCrowded(gaps)) gaps.push(...look(all, network, next));
  return chooseSubnet(network, gaps, length, criteria.policy, draw)?.toString();
}

/** All prefixes of any length that are within the range and overlap no child. */
function freeBlocks(network: Prefix, children: readonly Prefix[], range: Gap): Prefix[] {
  const blocks: Prefix[] = [];
  for (let length = network.length; length <= addressBits(network.family); length++) {
    const size = 1n << BigInt(addressBits(network.family) - length);
    for (let first = network.first; first <= network.last; first += size) {
      const block = Prefix.of(IpAddress.of(network.family, first), length);
      const isFree = !children.some((child) => child.overlaps(block));
      if (isFree && block.first >= range.first && block.last <= range.last) blocks.push(block);
    }
  }
  return blocks;
}

/** The largest free blocks, grouped by contiguous free space. */
function stretches(blocks: readonly Prefix[]): Prefix[][] {
  const largest = blocks.filter((block) => !blocks.some((other) => other.containsStrictly(block))).sort((a, b) => a.compare(b));
  return largest.reduce<Prefix[][]>((found, block) => {
    const last = found.at(-1);
    if (last?.at(-1)?.last === block.first - 1n) last.push(block);
    else found.push([block]);
    return found;
  }, []);
}

function naive(network: Prefix, children: readonly Prefix[], length: number, criteria: SubnetCriteria): string[] {
  const range = searchedSpace(network, criteria);
  if (!range) return [];
  const blocks = freeBlocks(network, children, range);
  const fitting = blocks.filter((block) => block.length === length);
  const byPolicy: Readonly<Record<SubnetPolicy, () => Prefix[]>> = {
    lowest: () => fitting.slice(0, 1),
    highest: () => fitting.slice(-1),
    random: () => fitting,
    best: () => {
      const lengthOf = (stretch: readonly Prefix[]): number => Math.min(...stretch.map((block) => block.length));
      const roomy = stretches(blocks).filter((stretch) => lengthOf(stretch) <= length);
      const tightest = Math.max(...roomy.map(lengthOf));
      const pieces = (roomy.find((stretch) => lengthOf(stretch) === tightest) ?? []).filter((block) => block.length <= length);
      const smallest = Math.max(...pieces.map((block) => block.length));
      return pieces.filter((block) => block.length === smallest).slice(0, 1);
    },
    sparse: () => blocks.filter((block) => block.length <= length && block.length === blocks[0]?.length).slice(0, 1),
  };
  return byPolicy[criteria.policy]().map(({ network: { family }, first }) => `${IpAddress.of(family, first)}/${length}`);
}

const cases = smallNetworks.chain((network) => {
  const address = fc.option(fc.bigInt(network.first, network.last).map((value) => IpAddress.of(network.family, value)));
  return fc.record({
    network: fc.constant(network),
    children: childrenOf(network),
    length: fc.integer({ min: network.length, max: addressBits(network.family) }),
    policy: fc.constantFrom(...subnetPolicies),
    ends: fc.tuple(address, address),
    drawn: fc.bigInt(0n, 1000n),
  });
});

describe('A free network that is chosen', () => {
  it('is the same as that of a check of every block', () => {
    fc.assert(
      fc.property(cases, ({ network, children, length, policy, ends: [one, other], drawn }) => {
        const isSwapped = one && other && one.value > other.value;
        const [from, to] = isSwapped ? [other, one] : [one, other];
        const criteria = { policy, from: from ?? undefined, to: to ?? undefined };
        const [found, expected] = [find(network, children, length, criteria, drawn), naive(network, children, length, criteria)];
        if (policy === 'random' && expected.length > 0) expect(expected).to.include(found);
        else expect(found).to.equal(expected[0]);
      }),
      { numRuns: 1500 },
    );
  });

  it('leaves equal space to each network with the sparse policy', () => {
    const [network, children] = [Prefix.parse('10.0.0.0/24'), [] as Prefix[]];
    for (let taken = 0; taken < 8; taken++) {
      const sorted = children.toSorted((a, b) => a.compare(b));
      children.push(Prefix.parse(find(network, sorted, 30, { policy: 'sparse' }) ?? ''));
    }
    const places = [0, 128, 64, 192, 32, 96, 160, 224];
    expect(children.map(String)).to.deep.equal(places.map((place) => `10.0.0.${place}/30`));
  });

  it('can be any free one with the random policy', () => {
    const [network, children] = [Prefix.parse('10.0.0.0/28'), [Prefix.parse('10.0.0.4/30')]];
    const found = new Set<string | undefined>();
    for (let drawn = 0n; drawn < 48n; drawn++) found.add(find(network, children, 31, { policy: 'random' }, drawn));
    expect([...found]).to.have.members(naive(network, children, 31, { policy: 'random' }));
  });

  it('is none if the range is empty, and refused if the range is reversed or of mixed families', () => {
    const network = Prefix.parse('10.0.0.0/24');
    const at = (text: string): IpAddress => IpAddress.parse(text);
    expect(find(network, [], 30, { policy: 'lowest', from: at('10.0.1.0') })).to.equal(undefined);
    expect(find(network, [], 30, { policy: 'lowest', from: at('::1') })).to.equal(undefined);
    expect(() => find(network, [], 30, { policy: 'lowest', from: at('10.0.0.9'), to: at('10.0.0.8') }))
      .to.throw()
      .with.property('code', 'allocation.rangeInvalid');
    expect(() => find(network, [], 30, { policy: 'lowest', from: at('::1'), to: at('10.0.0.8') }))
      .to.throw()
      .with.property('code', 'allocation.rangeMixed');
    expect(readSubnetCriteria({}, 'last').policy).to.equal('highest');
    expect(() => readSubnetCriteria({ policy: 'worst' }, 'first'))
      .to.throw()
      .with.property('code', 'field.type');
  });
});
