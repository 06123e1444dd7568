import type { Subnet } from '../../api/client';

export interface Line {
  readonly subnet: Subnet;
  readonly depth: number;
  readonly children: number;
}

/** The rows of the tree. With a filter text, only matching networks. */
export function linesOf(subnets: readonly Subnet[], closed: ReadonlySet<string>, wanted: string): Line[] {
  const fits = ({ subnet, mask, description }: Subnet) => `${subnet}/${mask} ${description ?? ''}`.toLowerCase().includes(wanted);
  if (wanted !== '') return subnets.filter(fits).map((subnet) => ({ subnet, depth: 0, children: 0 }));
  const ids = new Set(subnets.map(({ id }) => String(id)));
  const below = Map.groupBy(subnets, ({ masterSubnetId }) => (ids.has(String(masterSubnetId)) ? String(masterSubnetId) : '0'));
  const lines: Line[] = [];
  const add = (master: string, depth: number) => {
    for (const subnet of below.get(master) ?? []) {
      const id = String(subnet.id);
      lines.push({ subnet, depth, children: below.get(id)?.length ?? 0 });
      if (!closed.has(id)) add(id, depth + 1);
    }
  };
  add('0', 0);
  return lines;
}
