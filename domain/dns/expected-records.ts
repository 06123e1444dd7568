import type { Address } from '../address/address.js';
import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import type { Network } from '../subnet/subnet.js';
import { readHostName } from './host-name.js';
import type { RecordSet } from './record-set.js';
import { classlessName, isClassless, reverseName, reverseZoneFor } from './reverse-zones.js';
import type { ZoneIndex } from './zone-index.js';

/** Records in a set. The lowest addresses take precedence. */
export const maxRecords = 100;

export interface ZonedSet {
  readonly zone: string;
  readonly set: RecordSet;
}

export interface PlacingRules {
  readonly ttl: number;
  readonly forwardZones: readonly string[];
}

export const allowsForward = ({ forwardZones }: Pick<PlacingRules, 'forwardZones'>, zone: string): boolean =>
  forwardZones.length === 0 || forwardZones.includes(zone);

/** Empty if the settings exclude the most specific zone, or the zone is read-only. @param ips all addresses with this host name */
export function expectedForward(name: string, ips: readonly IpAddress[], zones: ZoneIndex, rules: PlacingRules): ZonedSet[] {
  const [zone] = zones.around(name);
  if (!zone?.isWritable || !allowsForward(rules, zone.name)) return [];
  return ([4, 6] as const).flatMap((family) => {
    const contents = [...new Set(ips.filter((ip) => ip.family === family).map(String))].slice(0, maxRecords);
    const type = family === 4 ? 'A' : 'AAAA';
    return contents.length === 0 ? [] : [{ zone: zone.name, set: { name, type, ttl: rules.ttl, contents } as const }];
  });
}

/** Several address records may have the same IP. */
export interface Holder {
  readonly address: Pick<Address, 'hostname' | 'PTRignore'>;
  readonly subnet: Pick<Network, 'prefix' | 'DNSrecursive'>;
}

/** The PTR target of an address; undefined without a valid host name. */
export const expectedReverseName = ({ address, subnet }: Holder): string | undefined =>
  subnet.DNSrecursive && !address.PTRignore ? readHostName(address.hostname) : undefined;

/** The network for the PTR zone of an IP in several subnets: the largest network with a PTR target. */
export function reverseNetwork(holders: readonly Holder[]): Prefix | undefined {
  const wanting = holders.filter((holder) => expectedReverseName(holder) !== undefined).map(({ subnet }) => subnet.prefix);
  return wanting.reduce<Prefix | undefined>((best, prefix) => (best && best.length <= prefix.length ? best : prefix), undefined);
}

/**
 * The PTR records of an IP. Preferred is the RFC 2317 zone of the network, with a CNAME in the parent zone; otherwise the most
 * specific zone. Empty without a writable zone.
 */
export function expectedReverse(ip: IpAddress, holders: readonly Holder[], zones: ZoneIndex, ttl: number): ZonedSet[] {
  const network = reverseNetwork(holders);
  const contents = [...new Set(holders.flatMap((holder) => expectedReverseName(holder) ?? []))].slice(0, maxRecords);
  if (!network || contents.length === 0) return [];
  const name = reverseName(ip);
  const [around] = zones.around(name);
  const classless = isClassless(network) ? zones.get(reverseZoneFor(network, ip).name) : undefined;
  if (!classless?.isWritable) return around?.isWritable ? [{ zone: around.name, set: { name, type: 'PTR', ttl, contents } }] : [];
  const target = classlessName(network, ip);
  const pointers: ZonedSet = { zone: classless.name, set: { name: target, type: 'PTR', ttl, contents } };
  if (!around?.isWritable) return [pointers];
  return [pointers, { zone: around.name, set: { name, type: 'CNAME', ttl, contents: [target] } }];
}
