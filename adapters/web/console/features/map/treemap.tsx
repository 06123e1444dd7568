import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { t } from '../../texts/text';
import { Empty } from '../../ui/page/page';
import { bitsOf } from '../../values/ip';
import { percent, share } from '../../values/numbers';
import { type Block, blocksIn } from './blocks';
import { fillOf } from './draw';
import type { SpaceMap, View } from './space';

interface Properties {
  readonly view: View;
  readonly map: SpaceMap;
  readonly open: (subnet: string) => void;
  readonly go: (prefix: string) => void;
}

/** For IPv6, whose address space is too large for a Hilbert map. */
export function Treemap({ view, map, open, go }: Properties) {
  const boxes = useMemo(() => boxesOf(treeOf(view, map)), [view, map]);
  const isDark = useComputedColorScheme('light') === 'dark';
  if (boxes.length === 0)
    return <Empty title={t('map.nothing', { prefix: `${view.subnet}/${view.mask}` })}>{t('map.nothingHelp')}</Empty>;
  return (
    <div className="treemap">
      {boxes.map((box) => (
        <Part key={`${box.node.prefix} ${box.node.many}`} box={box} isDark={isDark} open={open} go={go} view={view} />
      ))}
    </div>
  );
}

function Part({ box, isDark, open, go, view }: { box: Box; isDark: boolean } & Omit<Properties, 'map'>) {
  const { node, x, y, width, height } = box;
  const { network, prefix, many, used, size } = node;
  const filled = share(used, size);
  const name = network ? [prefix, network.description].filter(Boolean).join(' ') : `${prefix}: ${t('count.subnet', { n: many })}`;
  const label = t('map.usedLabel', { name, percent: percent(filled) });
  const press = () => {
    if (network && (node.children.length === 0 || prefix === `${view.subnet}/${view.mask}`)) open(String(network.id));
    else go(prefix);
  };
  const isMaster = node.children.length > 0;
  return (
    <button
      type="button"
      className="part-box"
      data-master={isMaster || undefined}
      title={label}
      aria-label={label}
      onClick={press}
      style={{
        left: `${x * 100}%`,
        top: `${y * 100}%`,
        width: `${width * 100}%`,
        height: `${height * 100}%`,
        ...(isMaster
          ? {}
          : {
              borderColor: fillOf(filled, isDark),
              background: `color-mix(in srgb, ${fillOf(filled, isDark)} 22%, var(--card))`,
            }),
      }}
    >
      <span className="cut">{width > 0.05 && height > 0.025 ? name : ''}</span>
    </button>
  );
}

interface Node extends Block {
  readonly children: Node[];
}

/** A node and its rectangle, in fractions of the whole. */
interface Box {
  readonly node: Node;
  readonly depth: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function treeOf(view: View, map: SpaceMap): Node[] {
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
function boxesOf(nodes: readonly Node[], depth = 0, [x, y, width, height]: Rectangle = [0, 0, 1, 1]): Box[] {
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
