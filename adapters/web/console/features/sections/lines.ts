import type { Subnet } from '../../api/client';
import { isFolder } from '../../api/kinds';
import { type Gap, gapsIn, intervalOf } from '../../values/gaps';
import { bitsOf } from '../../values/ip';

export interface NetworkLine {
  readonly subnet: Subnet;
  readonly depth: number;
  readonly children: number;
}

export interface GapLine {
  readonly gap: Gap;
  readonly parent: Subnet;
  /** The most frequent prefix length among the siblings of the gap. */
  readonly mask: number;
  readonly depth: number;
}

export type Line = NetworkLine | GapLine;

export const isGap = (line: Line): line is GapLine => 'gap' in line;

interface Shape {
  readonly closed: ReadonlySet<string>;
  readonly hasGaps: boolean;
}

export function treeOf(subnets: readonly Subnet[], { closed, hasGaps }: Shape): readonly Line[] {
  const ids = new Set(subnets.map(({ id }) => String(id)));
  const below = Map.groupBy(subnets, ({ masterSubnetId }) => (ids.has(String(masterSubnetId)) ? String(masterSubnetId) : '0'));
  const lines: Line[] = [];
  const add = (master: string, depth: number, parent: Subnet | undefined) => {
    const children = below.get(master) ?? [];
    const gaps = hasGaps && parent ? [...gapsOf(parent, children)] : [];
    for (const subnet of children) {
      while (gaps[0] && !isFolder(subnet) && gaps[0].gap.first < intervalOf(prefixOf(subnet)).first)
        lines.push({ ...(gaps.shift() as Omit<GapLine, 'depth'>), depth });
      const id = String(subnet.id);
      lines.push({ subnet, depth, children: below.get(id)?.length ?? 0 });
      if (!closed.has(id)) add(id, depth + 1, subnet);
    }
    for (const gap of gaps) lines.push({ ...gap, depth });
  };
  add('0', 0, undefined);
  return lines;
}

export const flatLines = (subnets: readonly Subnet[]): readonly NetworkLine[] =>
  subnets.map((subnet) => ({ subnet, depth: 0, children: 0 }));

const prefixOf = ({ subnet, mask }: Subnet) => ({ subnet, mask: Number(mask) });

function gapsOf(parent: Subnet, children: readonly Subnet[]): readonly Omit<GapLine, 'depth'>[] {
  const networks = children.filter((child) => !isFolder(child) && bitsOf(child.subnet) === bitsOf(parent.subnet));
  if (isFolder(parent) || networks.length === 0) return [];
  const mask = usualLength(networks);
  return gapsIn(prefixOf(parent), networks.map(prefixOf)).map((gap) => ({ gap, parent, mask }));
}

function usualLength(networks: readonly Subnet[]): number {
  const counts = Map.groupBy(networks, ({ mask }) => Number(mask));
  const [[mask] = [0]] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return mask;
}
