import { expect } from 'chai';
import fc from 'fast-check';
import { Prefix } from '../../../domain/net/prefix.js';
import {
  reservedTag,
  type TagCount,
  type Usage,
  UsageCalculation,
  type UsageNode,
  usedTag,
} from '../../../domain/subnet/usage.js';

const offlineTag = 1;
const dhcpTag = 4;

interface Sample {
  readonly master?: number;
  readonly isFull?: boolean;
  readonly isPool?: boolean;
}

const nodeAt = (id: number, cidr: string | null, { master, isFull = false, isPool = false }: Sample = {}): UsageNode => ({
  id,
  masterSubnetId: master ?? null,
  prefix: cidr === null ? null : Prefix.parse(cidr),
  isFull,
  isPool,
});

const countOf = (subnetId: number, tag: number | null, count: number): TagCount => ({ subnetId, tag, count });

/** Usage as compared values: counts by tag, used, free and size. */
const shown = ({ byTag, used, free, size }: Usage) => ({ tags: Object.fromEntries(byTag), used, free, size });

/** Reference model of usage: a recursion over children, by the definition. */
function modelUsage(
  nodes: readonly UsageNode[],
  counts: readonly TagCount[],
  id: number,
): { tags: Record<number, bigint>; size: bigint } {
  const childrenOf = (master: number): UsageNode[] => nodes.filter((node) => node.masterSubnetId === master);
  const addressesOf = (subnetId: number): [number, bigint][] =>
    counts
      .filter((count) => count.subnetId === subnetId)
      .map(({ tag, count }): [number, bigint] => [tag ?? usedTag, BigInt(count)]);
  const hasEdges = (node: UsageNode): boolean => node.prefix?.family === 4 && node.prefix.length < 31 && !node.isPool;
  const hosts = (node: UsageNode): bigint => (node.prefix?.size ?? 0n) - (hasEdges(node) ? 2n : 0n);
  const leavesOf = (node: UsageNode): UsageNode[] => {
    const children = childrenOf(node.id);
    return node.prefix && (node.isFull || children.length === 0) ? [node] : children.flatMap(leavesOf);
  };
  const partsOf = (node: UsageNode): { parts: [number, bigint][]; size: bigint } => {
    const children = childrenOf(node.id);
    if (node.prefix === null) {
      const inside = children.map(partsOf);
      return { parts: inside.flatMap(({ parts }) => parts), size: inside.reduce((total, { size }) => total + size, 0n) };
    }
    if (node.isFull) return { parts: [[usedTag, hosts(node)]], size: hosts(node) };
    if (children.length === 0) return { parts: addressesOf(node.id), size: hosts(node) };
    const parts = children.flatMap(leavesOf).flatMap((leaf): [number, bigint][] => {
      const held: [number, bigint][] = leaf.isFull ? [[usedTag, hosts(leaf)]] : addressesOf(leaf.id);
      return hasEdges(leaf) ? [...held, [reservedTag, 2n]] : held;
    });
    return { parts, size: node.prefix.size };
  };
  const node = nodes.find((candidate) => candidate.id === id);
  const { parts, size } = node ? partsOf(node) : { parts: [], size: 0n };
  const tags: Record<number, bigint> = {};
  for (const [tag, count] of parts) if (count > 0n) tags[tag] = (tags[tag] ?? 0n) + count;
  return { tags, size };
}

/** The numbers are `seq` values of the recorded conversation with the reference server. */
describe('usage', () => {
  type Row = [
    what: string,
    nodes: UsageNode[],
    counts: TagCount[],
    tags: Record<number, bigint>,
    used: bigint,
    free: bigint,
    size: bigint,
  ];
  const customers = [
    nodeAt(2, '10.10.0.0/16'),
    nodeAt(3, '10.10.1.0/24', { master: 2 }),
    nodeAt(4, '10.10.2.0/24', { master: 2 }),
  ];
  const servers = [countOf(3, 2, 3), countOf(3, 3, 2), countOf(4, 2, 2)];
  const cases: Row[] = [
    [
      'a network with addresses (#284)',
      [nodeAt(1, '10.10.1.0/24')],
      [countOf(1, 2, 3), countOf(1, 3, 2)],
      { 2: 3n, 3: 2n },
      5n,
      249n,
      254n,
    ],
    [
      'an empty IPv6 network (#286)',
      [nodeAt(1, 'fd13:6d20:29dc:cf27::/64')],
      [],
      {},
      0n,
      18446744073709551616n,
      18446744073709551616n,
    ],
    ['the whole IPv4 space (#415)', [nodeAt(1, '0.0.0.0/0')], [], {}, 0n, 4294967294n, 4294967294n],
    ['the whole IPv6 space', [nodeAt(1, '::/0')], [], {}, 0n, 2n ** 128n, 2n ** 128n],
    [
      'a network marked full (#538)',
      [nodeAt(1, '10.10.2.0/24', { isFull: true })],
      [countOf(1, 3, 9)],
      { 2: 254n },
      254n,
      0n,
      254n,
    ],
    ['an empty /30 (#671)', [nodeAt(1, '10.130.0.0/30')], [], {}, 0n, 2n, 2n],
    ['a full /30 (#679)', [nodeAt(1, '10.130.0.0/30')], [countOf(1, 2, 2)], { 2: 2n }, 2n, 0n, 2n],
    ['a /31 (#684)', [nodeAt(1, '10.130.0.8/31')], [], {}, 0n, 2n, 2n],
    ['a /32 (#691)', [nodeAt(1, '10.130.0.16/32')], [], {}, 0n, 1n, 1n],
    ['a /127 (#697)', [nodeAt(1, '2001:db8:7::/127')], [], {}, 0n, 2n, 2n],
    ['a /128 (#704)', [nodeAt(1, '2001:db8:8::1/128')], [], {}, 0n, 1n, 1n],
    [
      'an IPv6 network with addresses (#711)',
      [nodeAt(1, '2001:db8:9::/64')],
      [countOf(1, 2, 2)],
      { 2: 2n },
      2n,
      18446744073709551614n,
      2n ** 64n,
    ],
    ['a pool (#747)', [nodeAt(1, '10.131.0.0/24', { isPool: true })], [countOf(1, 2, 6)], { 2: 6n }, 6n, 250n, 256n],
    [
      'three tags (#1584)',
      [nodeAt(1, '10.10.2.0/24')],
      [countOf(1, 2, 18), countOf(1, 3, 1), countOf(1, 4, 1)],
      { 2: 18n, 3: 1n, 4: 1n },
      20n,
      234n,
      254n,
    ],
    [
      'addresses without a tag, which count as used',
      [nodeAt(1, '10.0.0.0/24')],
      [countOf(1, null, 2), countOf(1, 2, 1)],
      { 2: 3n },
      3n,
      251n,
      254n,
    ],
    ['a tag that no address has', [nodeAt(1, '10.0.0.0/24')], [countOf(1, offlineTag, 0)], {}, 0n, 254n, 254n],
    ['more addresses than hosts', [nodeAt(1, '10.0.0.0/30')], [countOf(1, 2, 4)], { 2: 4n }, 4n, 0n, 2n],
    ['a folder without anything', [nodeAt(1, null)], [], {}, 0n, 0n, 0n],
    ['an unknown id', [nodeAt(7, '10.0.0.0/24')], [countOf(1, 2, 4)], {}, 0n, 0n, 0n],
  ];
  for (const [what, nodes, counts, tags, used, free, size] of cases) {
    it(`of ${what} is ${used} of ${size}`, () => {
      expect(shown(new UsageCalculation({ nodes, counts }).of(1))).to.deep.equal({ tags, used, free, size });
    });
  }

  it('of a network with children counts their addresses and two reserved ones for each, of the whole range (#285)', () => {
    const usage = new UsageCalculation({ nodes: customers, counts: servers });
    expect(shown(usage.of(2))).to.deep.equal({ tags: { 2: 5n, 3: 6n }, used: 11n, free: 65525n, size: 65536n });
  });

  it('of a network with children ignores its own addresses (#487)', () => {
    const nodes = [nodeAt(3, '10.10.1.0/24'), nodeAt(54, '10.10.1.0/28', { master: 3 })];
    const usage = new UsageCalculation({ nodes, counts: [countOf(3, 2, 3), countOf(3, 3, 2)] });
    expect(shown(usage.of(3))).to.deep.equal({ tags: { 3: 2n }, used: 2n, free: 254n, size: 256n });
  });

  it('of a network with children that is marked full is full, without its edges (#1519)', () => {
    const nodes = [nodeAt(365, '10.160.0.0/16', { isFull: true }), nodeAt(366, '10.160.1.0/24', { master: 365 })];
    const usage = new UsageCalculation({ nodes, counts: [countOf(366, 4, 7)] });
    expect(shown(usage.of(365))).to.deep.equal({ tags: { 2: 65534n }, used: 65534n, free: 0n, size: 65534n });
  });

  it('of a network with a full child counts the whole range of the child', () => {
    const [root = nodeAt(2, null), first = root] = customers;
    const nodes = [root, first, nodeAt(4, '10.10.2.0/24', { master: 2, isFull: true })];
    expect(shown(new UsageCalculation({ nodes, counts: servers }).of(2))).to.deep.equal({
      tags: { 2: 257n, 3: 6n },
      used: 263n,
      free: 65273n,
      size: 65536n,
    });
  });

  it('of a network ignores everything below a full descendant', () => {
    const nodes = [
      nodeAt(1, '10.0.0.0/8'),
      nodeAt(2, '10.0.0.0/16', { master: 1, isFull: true }),
      nodeAt(3, '10.0.0.0/24', { master: 2 }),
      nodeAt(4, '10.1.0.0/16', { master: 1 }),
      nodeAt(5, '10.1.0.0/30', { master: 4 }),
    ];
    const usage = new UsageCalculation({
      nodes,
      counts: [countOf(3, dhcpTag, 9), countOf(4, dhcpTag, 9), countOf(5, dhcpTag, 1)],
    });
    expect(shown(usage.of(1))).to.deep.equal({
      tags: { 2: 65534n, 3: 4n, 4: 1n },
      used: 65539n,
      free: 2n ** 24n - 65539n,
      size: 2n ** 24n,
    });
  });

  it('of a network reserves nothing for children that are pools, /31, /32 or IPv6', () => {
    const v4 = [
      nodeAt(1, '10.0.0.0/8'),
      nodeAt(2, '10.0.0.0/24', { master: 1, isPool: true }),
      nodeAt(3, '10.0.1.0/31', { master: 1 }),
      nodeAt(4, '10.0.1.2/32', { master: 1 }),
    ];
    expect(shown(new UsageCalculation({ nodes: v4, counts: [] }).of(1))).to.deep.equal({
      tags: {},
      used: 0n,
      free: 2n ** 24n,
      size: 2n ** 24n,
    });
    const v6 = [
      nodeAt(1, '2001:db8::/48'),
      nodeAt(2, '2001:db8::/64', { master: 1 }),
      nodeAt(3, '2001:db8:0:1::/64', { master: 1, isFull: true }),
    ];
    const usage = new UsageCalculation({ nodes: v6, counts: [countOf(2, 2, 1)] });
    expect(shown(usage.of(1))).to.deep.equal({
      tags: { 2: 2n ** 64n + 1n },
      used: 2n ** 64n + 1n,
      free: 2n ** 80n - 2n ** 64n - 1n,
      size: 2n ** 80n,
    });
  });

  it('of a folder is the sum of its contents, including nested folders', () => {
    const nodes = [
      nodeAt(1, null),
      nodeAt(2, '10.0.0.0/24', { master: 1 }),
      nodeAt(3, null, { master: 1 }),
      nodeAt(4, '10.0.1.0/24', { master: 3, isFull: true }),
      nodeAt(5, '2001:db8::/64', { master: 3 }),
      nodeAt(6, '2001:db8::/80', { master: 5 }),
      nodeAt(7, null, { master: 3 }),
    ];
    const counts = [countOf(1, 2, 99), countOf(2, 2, 1), countOf(2, 3, 1), countOf(6, 2, 5)];
    const usage = new UsageCalculation({ nodes, counts });
    const inner = { tags: { 2: 259n }, used: 259n, free: 254n + 2n ** 64n - 259n, size: 254n + 2n ** 64n };
    expect(shown(usage.of(3))).to.deep.equal(inner);
    expect(shown(usage.of(1))).to.deep.equal({
      tags: { 2: 260n, 3: 1n },
      used: 261n,
      free: inner.free + 252n,
      size: inner.size + 254n,
    });
  });

  it('of a subnet with an unknown master is its own', () => {
    const usage = new UsageCalculation({ nodes: [nodeAt(3, '10.10.1.0/24', { master: 2 })], counts: [countOf(3, 2, 4)] });
    expect(shown(usage.of(3))).to.deep.equal({ tags: { 2: 4n }, used: 4n, free: 250n, size: 254n });
    expect(usage.of(2).size).to.equal(0n);
  });

  it('of subnets does not depend on the order of the input', () => {
    const usage = new UsageCalculation({ nodes: [...customers].reverse(), counts: [...servers].reverse() });
    expect(usage.of(2).used).to.equal(11n);
  });

  it('ends for subnets in a cycle', () => {
    const nodes = [
      nodeAt(1, '10.0.0.0/8', { master: 2 }),
      nodeAt(2, '10.0.0.0/8', { master: 1 }),
      nodeAt(3, null, { master: 3 }),
    ];
    expect(new UsageCalculation({ nodes, counts: [] }).of(1).used).to.equal(0n);
  });

  it('equals the reference model for any tree', () => {
    const kinds = fc.record({
      cidr: fc.constantFrom(null, '10.0.0.0/24', '10.0.0.0/29', '10.0.0.0/31', '10.0.0.0/32', '2001:db8::/64', '2001:db8::/127'),
      isFull: fc.boolean(),
      isPool: fc.boolean(),
      above: fc.nat(),
      counts: fc.array(fc.record({ tag: fc.constantFrom(null, 1, 2, 3, 4), count: fc.nat(300) }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(kinds, { minLength: 1, maxLength: 14 }), (drawn) => {
        const nodes = drawn.map(({ cidr, isFull, isPool, above }, index): UsageNode => {
          const master = above % (index + 1);
          return { ...nodeAt(index + 1, cidr), isFull, isPool, masterSubnetId: master === 0 ? null : master };
        });
        const counts = drawn.flatMap((node, index) => node.counts.map(({ tag, count }) => countOf(index + 1, tag, count)));
        const usage = new UsageCalculation({ nodes, counts });
        for (const { id } of nodes) {
          const { tags, size } = modelUsage(nodes, counts, id);
          const used = Object.values(tags).reduce((total, count) => total + count, 0n);
          expect(shown(usage.of(id))).to.deep.equal({ tags, used, free: size > used ? size - used : 0n, size });
        }
      }),
      { numRuns: 300 },
    );
  });

  describe('of many subnets', () => {
    const cidr = Prefix.parse('10.0.0.0/24');
    let looks = 0;

    /** A network or a folder that counts the reads of its prefix. */
    const make = (id: number, master: number, isFolder = false): UsageNode => ({
      id,
      masterSubnetId: master === 0 ? null : master,
      get prefix() {
        looks++;
        return isFolder ? null : cidr;
      },
      isFull: false,
      isPool: false,
    });
    const shapes: [what: string, count: number, node: (id: number) => UsageNode][] = [
      ['a flat section of 20,000', 20_000, (id) => make(id, 0)],
      ['130,000 children of one network', 130_000, (id) => make(id, id === 1 ? 0 : 1)],
      ['20,000 in a tree of ten children each', 20_000, (id) => make(id, Math.floor((id + 8) / 10))],
      ['20,000 folders in folders', 20_000, (id) => make(id, id - 1, id < 20_000)],
      ['20,000 networks in networks', 20_000, (id) => make(id, id - 1)],
    ];
    for (const [what, count, node] of shapes) {
      it(`reads each of ${what} only a few times, even for the usage of all`, () => {
        const nodes = Array.from({ length: count }, (_, index) => node(index + 1));
        looks = 0;
        const usage = new UsageCalculation({ nodes, counts: [countOf(count, 2, 3), countOf(count, 1, 1)] });
        for (let id = 1; id <= count; id++) usage.of(id);
        expect(looks).to.be.within(count, 5 * count);
        expect(usage.of(count).used).to.equal(4n);
      });
    }
  });
});
