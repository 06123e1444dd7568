import { bitsOf, numberOf } from '../../values/ip';
import { around, type MapNetwork, type SpaceMap, type View } from './space';

/** A node of the treemap: a network, or a cell that contains smaller networks. */
export interface Node {
  readonly prefix: string;
  readonly network: MapNetwork | undefined;
  /** The number of networks that are not drawn individually. */
  readonly many: number;
  readonly used: string;
  readonly size: string;
  readonly children: Node[];
}

/** A node and its rectangle, in fractions of the whole. */
export interface Box {
  readonly node: Node;
  readonly depth: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function treeOf(view: View, map: SpaceMap): Node[] {
  const nodes = [...networksOf(view, map), ...cellsOf(view, map)];
  nodes.sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : one.mask - other.mask));
  const bits = bitsOf(view.subnet);
  const roots: Node[] = [];
  const open: NodeAt[] = []; // ancestors of the current node, the smallest network last
  for (const node of nodes) {
    for (let above = open.at(-1); above && !holds(above, node, bits); above = open.at(-1)) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

interface NodeAt extends Node {
  readonly from: bigint;
  readonly mask: number;
}

const networksOf = (view: View, map: SpaceMap): NodeAt[] =>
  map.networks
    .filter(({ mask }) => Number(mask) >= view.mask)
    .map((network) => ({
      prefix: `${network.subnet}/${network.mask}`,
      network,
      many: 0,
      used: String(network.used),
      size: String(network.maxhosts),
      children: [],
      from: numberOf(network.subnet),
      mask: Number(network.mask),
    }));

function cellsOf({ subnet }: View, map: SpaceMap): NodeAt[] {
  const bits = bitsOf(subnet);
  const mask = Number(map.cellLength);
  return map.cells.map(([index, many, used, size]) => {
    const from = numberOf(subnet) + (BigInt(Number(index)) << BigInt(bits - mask));
    return {
      prefix: around(from, mask, bits),
      network: undefined,
      many: Number(many),
      used: String(used),
      size: String(size),
      children: [],
      from,
      mask,
    };
  });
}

const holds = (above: NodeAt, node: NodeAt, bits: number): boolean =>
  above.from >> BigInt(bits - above.mask) === node.from >> BigInt(bits - above.mask) && above.mask <= node.mask;

/** The area depends on the contents, because sizes of IPv6 networks differ by powers of ten. */
const weightOf = (node: Node): number =>
  node.children.length > 0 ? node.children.reduce((sum, child) => sum + weightOf(child), 0.3) : 1 + Math.log2(1 + node.many);

type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** Minimum length of the shorter side, as a fraction of the whole, for nodes drawn with children. */
const minSide = 0.02;

/** Divides a rectangle among nodes by recursive halving, with nearly square results. */
export function boxesOf(nodes: readonly Node[], depth = 0, [x, y, width, height]: Rectangle = [0, 0, 1, 1]): Box[] {
  const [only] = nodes;
  if (!only) return [];
  if (nodes.length > 1) {
    const total = nodes.reduce((sum, node) => sum + weightOf(node), 0);
    let [taken, cut] = [weightOf(only), 1];
    while (cut < nodes.length - 1 && taken < total / 2) taken += weightOf(nodes[cut++] ?? only);
    const fraction = taken / total;
    const [one, other]: [Rectangle, Rectangle] =
      width >= height
        ? [
            [x, y, width * fraction, height],
            [x + width * fraction, y, width * (1 - fraction), height],
          ]
        : [
            [x, y, width, height * fraction],
            [x, y + height * fraction, width, height * (1 - fraction)],
          ];
    return [...boxesOf(nodes.slice(0, cut), depth, one), ...boxesOf(nodes.slice(cut), depth, other)];
  }
  const own: Box = { node: only, depth, x, y, width, height };
  if (only.children.length === 0 || Math.min(width, height) < minSide) return [own];
  const [edge, head] = [0.004, Math.min(0.035, height / 3)];
  return [own, ...boxesOf(only.children, depth + 1, [x + edge, y + head, width - 2 * edge, height - head - edge])];
}
