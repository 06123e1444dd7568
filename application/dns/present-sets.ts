import type { PresentSet } from '../../domain/dns/record-set.js';
import type { DnsZones } from '../ports/dns.js';

/** A name that a zone holds, or may hold. */
export interface Spot {
  readonly zone: string;
  readonly name: string;
}

/**
 * From so many names of a zone on, the zone is read as a whole: PowerDNS reads all comments of a zone for each name that it is
 * asked for, so that asking for many costs more the larger the zone is.
 */
const wholeZoneThreshold = 16;

/** What a server has under some names. */
export class PresentSets {
  readonly #dns: Pick<DnsZones, 'recordSets' | 'recordSetsOf'>;
  readonly #ahead = new Map<string, Map<string, PresentSet[]>>();

  constructor(dns: Pick<DnsZones, 'recordSets' | 'recordSetsOf'>) {
    this.#dns = dns;
  }

  /**
   * Reads zones as a whole of which many names are wanted that have not been read ahead yet; only these names are kept.
   * @throws DnsError
   */
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
