import { useComputedColorScheme } from '@mantine/core';
import { hierarchy, treemap, treemapBinary } from 'd3-hierarchy';
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

/** The area of a leaf depends on its contents, because sizes of IPv6 networks differ by powers of ten. */
const weightOf = (node: Node | undefined): number => (!node || node.children.length > 0 ? 0 : 1 + Math.log2(1 + node.many));

/** Minimum length of the shorter side, as a fraction of the whole, for nodes drawn with children. */
const minSide = 0.02;

/** Distance of children from the edges of their parent, and the height of its name, as fractions of the whole. */
const [edge, maxHead] = [0.004, 0.035];

/** Returns each node before its children, which are in the order of their addresses. The root of the layout is no node. */
function boxesOf(roots: readonly Node[]): Box[] {
  const tree = hierarchy<Node | undefined>(undefined, (node) => (node ? node.children : roots)).sum(weightOf);
  const layout = treemap<Node | undefined>()
    .tile(treemapBinary)
    .paddingOuter(({ data }) => (data ? edge : 0))
    .paddingTop(({ data, y0, y1 }) => (data ? Math.min(maxHead, (y1 - y0) / 3) : 0));
  const boxes: Box[] = [];
  layout(tree).eachBefore(({ data: node, parent, x0, y0, x1, y1 }) => {
    if (node && parent && Math.min(parent.x1 - parent.x0, parent.y1 - parent.y0) >= minSide)
      boxes.push({ node, x: x0, y: y0, width: x1 - x0, height: y1 - y0 });
  });
  return boxes;
}
