import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import { allowsForward, expectedForward, expectedReverse, type ZonedSet } from '../../domain/dns/expected-records.js';
import { changeOf, type PresentSet, type RecordSet, type SetChange } from '../../domain/dns/record-set.js';
import { classlessName, reverseName } from '../../domain/dns/reverse-zones.js';
import type { ZoneIndex } from '../../domain/dns/zone-index.js';
import type { DnsZones } from '../ports/dns.js';
import type { Register, RegisteredAddress } from './register.js';
import type { TouchedAddress, TouchedName, TouchedSlice } from './touched-names.js';

export interface Spot {
  readonly zone: string;
  readonly name: string;
}

/**
 * Number of names from which the complete zone is read. PowerDNS reads all comments of a zone for each queried name, so single
 * queries are expensive in large zones.
 */
const wholeZoneThreshold = 16;

export class PresentSets {
  readonly #dns: Pick<DnsZones, 'recordSets' | 'recordSetsOf'>;
  readonly #ahead = new Map<string, Map<string, PresentSet[]>>();

  constructor(dns: Pick<DnsZones, 'recordSets' | 'recordSetsOf'>) {
    this.#dns = dns;
  }

  /** Reads zones with many uncached names. Only the requested names are cached. @throws DnsError */
  async readAhead(spots: readonly Spot[]): Promise<void> {
    const byZone = new Map<string, Map<string, PresentSet[]>>();
    for (const { zone, name } of spots)
      if (!this.#ahead.get(zone)?.has(name))
        byZone.set(zone, (byZone.get(zone) ?? new Map<string, PresentSet[]>()).set(name, []));
    for (const [zone, names] of byZone) {
      if (names.size < wholeZoneThreshold) continue;
      for await (const set of this.#dns.recordSets(zone)) names.get(set.name)?.push(set);
      const known = this.#ahead.get(zone);
      if (known) for (const [name, sets] of names) known.set(name, sets);
      else this.#ahead.set(zone, names);
    }
  }

  /** @throws DnsError */
  async of(zone: string, name: string): Promise<readonly PresentSet[]> {
    return this.#ahead.get(zone)?.get(name) ?? this.#dns.recordSetsOf(zone, name);
  }
}

export interface PlannedChange {
  readonly zone: string;
  readonly expected: RecordSet | undefined;
  readonly present: PresentSet | undefined;
  readonly change: SetChange;
}

export interface ReversePlan {
  readonly ip: TouchedAddress['ip'];
  readonly holders: readonly RegisteredAddress[];
  readonly changes: readonly PlannedChange[];
}

/** Compares expected records of the register with those on the server, by name. */
export class DnsPlanner {
  readonly #present: PresentSets;
  readonly #register: Register;
  readonly #zones: ZoneIndex;
  readonly #settings: DnsSettings;

  constructor(present: PresentSets, register: Register, zones: ZoneIndex, settings: DnsSettings) {
    this.#present = present;
    this.#register = register;
    this.#zones = zones;
    this.#settings = settings;
  }

  /** Prefetches the records of a slice, which is cheaper than single reads. @throws DnsError */
  readAhead({ names, addresses }: TouchedSlice): Promise<void> {
    const forward = names.flatMap(({ name }) => this.#spotsOfName(name));
    return this.#present.readAhead([...forward, ...addresses.flatMap(({ ip }) => this.#spotsOfAddress(ip))]);
  }

  async forward({ name, retained }: TouchedName): Promise<PlannedChange[]> {
    const placed = await this.expectedOfName(name);
    return this.#changes(this.#spotsOfName(name), placed, () => ({ keeps: retained }));
  }

  async reverse({ ip, retained }: TouchedAddress): Promise<ReversePlan> {
    const holders = await this.#register.holdersOf(ip);
    const placed = expectedReverse(ip, holders, this.#zones, this.#settings.ttl);
    const changes = await this.#changes(this.#spotsOfAddress(ip), placed, ({ type, contents }) => ({
      keeps: type === 'CNAME' && retained.length > 0 ? contents : retained,
      dropsRetained: placed.length > 0,
    }));
    return { ip, holders, changes };
  }

  async expectedOfName(name: string): Promise<ZonedSet[]> {
    return expectedForward(name, await this.#register.addressesOf(name), this.#zones, this.#settings);
  }

  async expectedOfAddress(ip: TouchedAddress['ip']): Promise<ZonedSet[]> {
    return expectedReverse(ip, await this.#register.holdersOf(ip), this.#zones, this.#settings.ttl);
  }

  #spotsOfName(name: string): Spot[] {
    const zones = this.#zones
      .around(name)
      .filter(({ isWritable, name: zone }) => isWritable && allowsForward(this.#settings, zone));
    return zones.map((zone) => ({ zone: zone.name, name }));
  }

  #spotsOfAddress(ip: TouchedAddress['ip']): Spot[] {
    const name = reverseName(ip);
    const spots: Spot[] = this.#zones.around(name).flatMap(({ isWritable, name: zone }) => (isWritable ? [{ zone, name }] : []));
    for (const { zone, network } of this.#zones.classlessAround(ip, name))
      if (zone.isWritable) spots.push({ zone: zone.name, name: classlessName(network, ip) });
    return spots;
  }

  async #changes(
    spots: readonly Spot[],
    placed: readonly ZonedSet[],
    retentionOf: (set: PresentSet) => Parameters<typeof changeOf>[2],
  ): Promise<PlannedChange[]> {
    const changes: PlannedChange[] = [];
    for (const { zone, name } of spots) {
      const sets = await this.#present.of(zone, name);
      const expected = placed.filter((each) => each.zone === zone && each.set.name === name).map(({ set }) => set);
      for (const type of new Set([...sets, ...expected].map((set) => set.type))) {
        const present = sets.find((set) => set.type === type);
        const want = expected.find((set) => set.type === type);
        changes.push({ zone, expected: want, present, change: changeOf(want, present, present && retentionOf(present)) });
      }
    }
    return changes;
  }
}
