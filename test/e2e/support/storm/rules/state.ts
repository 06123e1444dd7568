/** Invariants of the database, independent of the history. */
import { numberOf, overlaps, type Span, spanOf } from '../../naive-register.js';
import { groupedBy } from '../grouped-by.js';
import type { Chronicle } from '../history/chronicle.js';
import type { FinalAddress, FinalState, FinalSubnet } from '../history/history.js';

/** The faults of the final state. Only possible resizes come from the history. */
export function stateFaults(chronicle: Chronicle): string[] {
  const { final } = chronicle.history;
  const byId = new Map(final.subnets.map((subnet) => [subnet.id, subnet]));
  const strict = new Set(final.sections.filter(({ isStrict }) => isStrict).map(({ id }) => id));
  return [
    ...repeated(final.subnets.map(({ id }) => `subnet ${id}`)),
    ...repeated(final.addresses.map(({ id }) => `address ${id}`)),
    ...repeated(final.addresses.map(({ subnetId, ip }) => `${ip} in subnet ${subnetId}`)),
    ...final.subnets.flatMap((subnet) => lostPlace(subnet, byId, final)),
    ...final.subnets.flatMap((subnet) => outsideOfMaster(subnet, byId, chronicle, strict)),
    ...final.addresses.flatMap((address) => outsideOfSubnet(address, byId)),
    ...overlapsOfSiblings(final.subnets.filter(({ sectionId }) => strict.has(sectionId))),
  ];
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.flatMap((name) => {
    if (seen.has(name)) return [`${name} is there twice`];
    seen.add(name);
    return [];
  });
}

const textOf = ({ id, cidr, mark }: FinalSubnet): string => `subnet ${id} (${cidr}, ${mark})`;

function lostPlace(subnet: FinalSubnet, byId: ReadonlyMap<number, FinalSubnet>, { sections }: FinalState): string[] {
  const hasSection = sections.some(({ id }) => id === subnet.sectionId);
  const hasMaster = subnet.masterId === null || byId.has(subnet.masterId);
  return hasSection && hasMaster ? [] : [`${textOf(subnet)} has lost its section or its master ${subnet.masterId}`];
}

/** In a non-strict section, a resized master may be smaller than its children. */
function outsideOfMaster(
  subnet: FinalSubnet,
  byId: ReadonlyMap<number, FinalSubnet>,
  chronicle: Chronicle,
  strict: ReadonlySet<number>,
): string[] {
  const master = byId.get(subnet.masterId ?? 0);
  if (!master || (!strict.has(master.sectionId) && chronicle.lengthsOf(master.id).length > 0)) return [];
  const [inner, outer] = [spanOf(subnet.cidr), spanOf(master.cidr)];
  const isInside = overlaps(inner, outer) && inner.first >= outer.first && inner.last <= outer.last;
  const isSmaller = inner.last - inner.first < outer.last - outer.first;
  return isInside && isSmaller ? [] : [`${textOf(subnet)} is not inside its master ${textOf(master)}`];
}

function outsideOfSubnet({ id, ip, subnetId, mark }: FinalAddress, byId: ReadonlyMap<number, FinalSubnet>): string[] {
  const subnet = byId.get(subnetId);
  const name = `address ${id} (${ip}, ${mark})`;
  if (!subnet) return [`${name} is in subnet ${subnetId}, which is gone`];
  const { first, last } = spanOf(subnet.cidr);
  const number = numberOf(ip);
  return number >= first && number <= last ? [] : [`${name} is outside of ${textOf(subnet)}`];
}

/** Overlaps between networks with the same parent, and between roots of one section. */
function overlapsOfSiblings(subnets: readonly FinalSubnet[]): string[] {
  const families = groupedBy(subnets, ({ sectionId, masterId }) => `${sectionId} ${masterId}`);
  return [...families.values()].flatMap((family) =>
    overlappingPairs(family, ({ cidr }) => spanOf(cidr)).map(
      ([one, other]) => `${textOf(one)} and ${textOf(other)} overlap in a strict section`,
    ),
  );
}

/** All pairs of values with overlapping spans. */
export function overlappingPairs<T>(values: readonly T[], spanOfValue: (value: T) => Span): [T, T][] {
  const sorted = values.map((value) => ({ value, span: spanOfValue(value) })).sort((one, other) => compare(one.span, other.span));
  const pairs: [T, T][] = [];
  let open: { value: T; span: Span }[] = [];
  for (const next of sorted) {
    open = open.filter(({ span }) => overlaps(span, next.span));
    for (const { value } of open) pairs.push([value, next.value]);
    open.push(next);
  }
  return pairs;
}

function compare(one: Span, other: Span): number {
  if (one.bits !== other.bits) return one.bits - other.bits;
  return one.first < other.first ? -1 : Number(one.first > other.first);
}
