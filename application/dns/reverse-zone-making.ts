import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import {
  privateParentOf,
  type ReverseZone,
  reverseName,
  reverseZoneFor,
  reverseZonesOf,
} from '../../domain/dns/reverse-zones.js';
import { mayMakeZone, type ZoneIndex } from '../../domain/dns/zone-index.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import type { Prefix } from '../../domain/net/prefix.js';
import type { DnsZones } from '../ports/dns.js';

export class ReverseZoneMaking {
  readonly #dns: DnsZones;
  readonly #zones: ZoneIndex;
  readonly #settings: DnsSettings;
  readonly #made: Prefix[] = [];

  constructor(dns: DnsZones, zones: ZoneIndex, settings: DnsSettings) {
    this.#dns = dns;
    this.#zones = zones;
    this.#settings = settings;
  }

  /** Networks of the created zones. The reverse names of their addresses may have been in other zones before. */
  get made(): readonly Prefix[] {
    return this.#made;
  }

  /** Creates missing zones of a network if permitted. @returns whether all zones are new; `made` then covers the network */
  async makeAll(network: Prefix): Promise<boolean> {
    let areNew = true;
    for (const zone of reverseZonesOf(network)) if (!(await this.#make(network, zone))) areNew = false;
    return areNew;
  }

  async makeFor(network: Prefix, ip: IpAddress): Promise<void> {
    await this.#make(network, reverseZoneFor(network, ip));
  }

  async #make(network: Prefix, zone: ReverseZone): Promise<boolean> {
    if (!this.#settings.makeReverseZones) return false;
    const parent = privateParentOf(network);
    if (parent && this.#zones.around(reverseName(network.network)).length === 0) await this.#add(parent);
    if (!mayMakeZone(network, zone, this.#zones)) return false;
    await this.#add(zone);
    return true;
  }

  async #add({ name, prefix }: ReverseZone): Promise<void> {
    const { nameservers, hostmaster, ttl } = this.#settings;
    await this.#dns.addZone({ name, nameservers, hostmaster, ttl });
    this.#zones.add({ name, isWritable: true, isOurs: true });
    this.#made.push(prefix);
  }
}
