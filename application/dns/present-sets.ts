import type { PresentSet } from '../../domain/dns/record-set.js';
import type { DnsZones } from '../ports/dns.js';

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
