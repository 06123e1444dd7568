import { append } from '../grouping.js';
import type { Prefix } from '../net/prefix.js';
import type { Section } from '../section/section.js';
import type { Subnet } from '../subnet/subnet.js';

type Placed = Pick<Subnet, 'id' | 'sectionId' | 'masterSubnetId' | 'prefix' | 'vrfId'>;

export type SubnetProblem =
  | { readonly kind: 'orphan'; readonly code: 'sectionUnknown'; readonly sectionId: number }
  | MasterProblem
  /** Each subnet lies below the next one, and the last below the first. */
  | { readonly kind: 'cycle'; readonly code: 'belowItself'; readonly circle: readonly number[] }
  | (Overlapping & { readonly kind: 'overlap'; readonly code: 'overlap' });

type MasterProblem =
  | { readonly kind: 'reference'; readonly code: 'masterUnknown'; readonly masterId: number | null }
  | { readonly kind: 'outside'; readonly code: 'otherSection'; readonly masterId: number; readonly sectionId: number }
  | { readonly kind: 'outside'; readonly code: 'folderBelowNetwork'; readonly masterId: number; readonly masterPrefix: Prefix }
  | {
      readonly kind: 'outside';
      readonly code: 'outsideMaster';
      readonly prefix: Prefix;
      readonly masterId: number;
      readonly masterPrefix: Prefix;
    };

interface Overlapping {
  readonly prefix: Prefix;
  readonly otherId: number;
  readonly otherPrefix: Prefix;
  readonly section: string | undefined;
}

export type MisplacedSubnet = SubnetProblem & { readonly id: number };

export interface SubnetPositions {
  readonly problems: readonly MisplacedSubnet[];
  readonly orphans: ReadonlySet<number>;
  /** Subnets with an invalid master, which move to the top of their section. */
  readonly toTop: ReadonlySet<number>;
  readonly overlapping: ReadonlySet<number>;
}

/**
 * Finds subnets whose position is not valid. A master is valid if it exists in the same section, contains the subnet, and is not
 * a descendant of the subnet. A folder contains any subnet.
 */
export function positionsOf(
  subnets: readonly Placed[],
  sections: ReadonlyMap<number, Pick<Section, 'strictMode' | 'name'>>,
): SubnetPositions {
  const problems: MisplacedSubnet[] = [];
  const orphans = new Set<number>();
  const toTop = new Set<number>();
  const byId = new Map(subnets.map((subnet) => [subnet.id, subnet]));
  for (const { id, sectionId } of subnets) {
    if (sections.has(sectionId)) continue;
    orphans.add(id);
    problems.push({ id, kind: 'orphan', code: 'sectionUnknown', sectionId });
  }
  for (const subnet of subnets) {
    if (subnet.masterSubnetId === null || orphans.has(subnet.id)) continue;
    const problem = problemWithMaster(subnet, orphans.has(subnet.masterSubnetId) ? undefined : byId.get(subnet.masterSubnetId));
    if (!problem) continue;
    toTop.add(subnet.id);
    problems.push({ id: subnet.id, ...problem });
  }
  for (const circle of circlesIn(subnets, byId, toTop)) {
    const [first = 0] = circle;
    toTop.add(first);
    problems.push({ id: first, kind: 'cycle', code: 'belowItself', circle });
  }
  const overlapping = new Set<number>();
  for (const { home, id, ...networks } of overlapsIn(subnets, sections, byId, { orphans, toTop })) {
    overlapping.add(home);
    problems.push({ id, kind: 'overlap', code: 'overlap', ...networks });
  }
  return { problems, orphans, toTop, overlapping };
}

function problemWithMaster({ prefix, masterSubnetId, sectionId }: Placed, master: Placed | undefined): MasterProblem | undefined {
  if (!master) return { kind: 'reference', code: 'masterUnknown', masterId: masterSubnetId };
  const { id: masterId, prefix: masterPrefix } = master;
  if (master.sectionId !== sectionId) return { kind: 'outside', code: 'otherSection', masterId, sectionId: master.sectionId };
  if (!masterPrefix) return undefined;
  if (!prefix) return { kind: 'outside', code: 'folderBelowNetwork', masterId, masterPrefix };
  return masterPrefix.contains(prefix) ? undefined : { kind: 'outside', code: 'outsideMaster', prefix, masterId, masterPrefix };
}

function* circlesIn(subnets: readonly Placed[], byId: ReadonlyMap<number, Placed>, toTop: ReadonlySet<number>) {
  const done = new Set<number>();
  for (const { id: start } of subnets) {
    const path: number[] = [];
    const onPath = new Set<number>();
    let id: number | null = start;
    while (id !== null && !done.has(id) && !onPath.has(id)) {
      path.push(id);
      onPath.add(id);
      id = toTop.has(id) ? null : (byId.get(id)?.masterSubnetId ?? null);
    }
    for (const id of path) done.add(id);
    if (id !== null && onPath.has(id)) yield path.slice(path.indexOf(id));
  }
}

/** Overlaps between siblings in strict sections. Networks below folders may overlap. */
function* overlapsIn(
  subnets: readonly Placed[],
  sections: ReadonlyMap<number, Pick<Section, 'strictMode' | 'name'>>,
  byId: ReadonlyMap<number, Placed>,
  { orphans, toTop }: Pick<SubnetPositions, 'orphans' | 'toTop'>,
) {
  const siblings = new Map<string, { readonly id: number; readonly home: number; readonly prefix: Prefix }[]>();
  for (const { id, prefix, sectionId, masterSubnetId, vrfId } of subnets) {
    const master = masterSubnetId === null || toTop.has(id) ? undefined : byId.get(masterSubnetId);
    if (!prefix || orphans.has(id) || !sections.get(sectionId)?.strictMode || (master && !master.prefix)) continue;
    append(siblings, `${sectionId} ${master?.id ?? ''} ${vrfId ?? ''}`, { id, home: sectionId, prefix });
  }
  for (const group of siblings.values()) {
    group.sort((a, b) => a.prefix.network.compare(b.prefix.network) || a.prefix.length - b.prefix.length || a.id - b.id);
    let widest = group[0];
    for (const network of group.slice(1)) {
      if (widest?.prefix.contains(network.prefix)) {
        const section = sections.get(network.home)?.name;
        yield {
          home: network.home,
          id: network.id,
          prefix: network.prefix,
          otherId: widest.id,
          otherPrefix: widest.prefix,
          section,
        };
      } else widest = network;
    }
  }
}
