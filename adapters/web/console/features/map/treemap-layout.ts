import { bitsOf } from '../../values/ip';
import { type Block, blocksIn } from './blocks';
import type { SpaceMap, View } from './space';

interface Node extends Block {
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
  const bits = bitsOf(view.subnet);
  const nodes = blocksIn(view, map)
    .filter(({ mask }) => mask >= view.mask)
    .map((block): Node => ({ ...block, children: [] }))
    .toSorted((one, other) => (one.first < other.first ? -1 : one.first > other.first ? 1 : one.mask - other.mask));
  const roots: Node[] = [];
  const open: Node[] = []; // ancestors of the current node, the smallest network last
  for (const node of nodes) {
    for (let above = open.at(-1); above && !holds(above, node, bits); above = open.at(-1)) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

const holds = (above: Node, node: Node, bits: number): boolean =>
  above.first >> BigInt(bits - above.mask) === node.first >> BigInt(bits - above.mask) && above.mask <= node.mask;

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
