/** A simple consistency checker for a register. It shares no code with the service. */
import type { ApiClient, WireRecord } from '../../support/api-client.js';

/** A range of addresses, both ends included. */
export interface Span {
  readonly first: bigint;
  readonly last: bigint;
  readonly bits: 32 | 128;
}

/** An address as a number. */
export function numberOf(ip: string): bigint {
  if (!ip.includes(':')) return ip.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = '', tail] = ip.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const [front, back] = [groups(head), groups(tail ?? '')];
  const filling = Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...filling, ...back].reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}

/** The addresses of a network in CIDR notation. */
export function spanOf(cidr: string): Span {
  const [network = '', length = ''] = cidr.split('/');
  const bits = network.includes(':') ? 128 : 32;
  const first = numberOf(network);
  return { first, last: first + 2n ** BigInt(bits - Number(length)) - 1n, bits };
}

export const overlaps = (one: Span, other: Span): boolean =>
  one.bits === other.bits && one.first <= other.last && other.first <= one.last;

/** The pairs of networks that overlap, as texts. */
export function overlapsAmong(cidrs: readonly string[]): string[] {
  const spans = cidrs.map((cidr) => ({ cidr, span: spanOf(cidr) }));
  return spans.flatMap((one, index) =>
    spans.slice(index + 1).flatMap((other) => (overlaps(one.span, other.span) ? [`${one.cidr} and ${other.cidr}`] : [])),
  );
}

export const cidrOf = ({ subnet, mask }: WireRecord): string => `${subnet}/${mask}`;

/** All records of a service. */
export interface Register {
  readonly sections: readonly WireRecord[];
  readonly subnets: readonly WireRecord[];
  readonly folders: readonly WireRecord[];
  readonly addresses: readonly WireRecord[];
}

/** Reads all lists, each sorted by id. */
export async function readRegister(client: ApiClient): Promise<Register> {
  const list = async (target: string) => [...(await client.list(target))].sort((one, other) => Number(one.id) - Number(other.id));
  const [sections = [], subnets = [], folders = [], addresses = []] = await Promise.all(
    ['/sections/', '/subnets/', '/folders/', '/addresses/'].map(list),
  );
  return { sections, subnets, folders, addresses };
}

/** The inconsistencies of a register with strict sections only. Empty for a consistent register. */
export function faultsOf({ sections, subnets, folders, addresses }: Register): string[] {
  const sectionIds = new Set(sections.map(({ id }) => id));
  const byId = new Map([...subnets, ...folders].map((subnet) => [subnet.id, subnet]));
  const isKnown = ({ sectionId, masterSubnetId }: WireRecord) =>
    sectionIds.has(sectionId) && (masterSubnetId === '0' || byId.has(masterSubnetId));
  return [
    ...repeated(subnets.map(({ id }) => `subnet ${id}`)),
    ...repeated(addresses.map(({ id }) => `address ${id}`)),
    ...repeated(addresses.map(({ subnetId, ip }) => `${ip} in subnet ${subnetId}`)),
    ...subnets.flatMap((subnet) => (isKnown(subnet) ? [] : [`${cidrOf(subnet)} has lost its section or its master`])),
    ...subnets.flatMap((subnet) => outsideOfMaster(subnet, byId.get(subnet.masterSubnetId))),
    ...overlapsBetweenSiblings(subnets, byId),
    ...addresses.flatMap((address) => outsideOfSubnet(address, byId.get(address.subnetId))),
  ];
}

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is there twice`);

function outsideOfMaster(subnet: WireRecord, master: WireRecord | undefined): string[] {
  if (!master || master.isFolder === '1') return [];
  const [inner, outer] = [spanOf(cidrOf(subnet)), spanOf(cidrOf(master))];
  const isInside =
    inner.bits === outer.bits && inner.first >= outer.first && inner.last <= outer.last && cidrOf(subnet) !== cidrOf(master);
  return isInside ? [] : [`${cidrOf(subnet)} is not inside ${cidrOf(master)}`];
}

function outsideOfSubnet({ ip, subnetId }: WireRecord, subnet: WireRecord | undefined): string[] {
  if (!subnet) return [`${ip} is in subnet ${subnetId}, which is gone`];
  if (subnet.isFolder === '1') return [];
  const { first, last } = spanOf(cidrOf(subnet));
  const number = numberOf(String(ip));
  return number >= first && number <= last ? [] : [`${ip} is not in ${cidrOf(subnet)}`];
}

/** Overlaps between networks with the same parent, and between roots of one section. Networks in folders may overlap. */
function overlapsBetweenSiblings(subnets: readonly WireRecord[], byId: ReadonlyMap<unknown, WireRecord>): string[] {
  const families = new Map<string, string[]>();
  for (const subnet of subnets) {
    const master = byId.get(subnet.masterSubnetId);
    if (master?.isFolder === '1') continue;
    const family = master ? `below ${cidrOf(master)} (subnet ${master.id})` : `in section ${subnet.sectionId}`;
    families.set(family, [...(families.get(family) ?? []), cidrOf(subnet)]);
  }
  return [...families].flatMap(([family, cidrs]) => overlapsAmong(cidrs).map((pair) => `${pair} overlap ${family}`));
}
