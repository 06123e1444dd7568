import type { Address } from '../../domain/address/address.js';
import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import { expectedForward, expectedReverse } from '../../domain/dns/expected-records.js';
import { readHostName } from '../../domain/dns/host-name.js';
import type { RecordSet } from '../../domain/dns/record-set.js';
import { ZoneIndex } from '../../domain/dns/zone-index.js';
import type { DnsServers } from '../ports/dns.js';
import type { Clock, Timers } from '../ports/environment.js';
import type { Readers } from '../ports/unit-of-work.js';

/** Cache lifetime of the zone list, or of a failure to read it, in milliseconds. */
const memory = 30_000;
/** Maximum wait of a reader for the zone list, in milliseconds. */
const maxWait = 1000;

export type ShowRecords = (address: Address) => readonly RecordSet[] | null;

interface CachedZones {
  readonly server: string;
  readonly until: number;
  readonly zones: Promise<ZoneIndex | undefined>;
}

/**
 * The records expected by the register, for display. Only the zone list is read from the server. It is cached, and a reader waits
 * for it at most a second.
 */
export class ExpectedDnsRecords {
  readonly #readers: Readers;
  readonly #servers: DnsServers;
  readonly #clock: Clock;
  readonly #timers: Timers;
  #known: CachedZones | undefined;
  /** The last zone list, used if the server does not respond. */
  #last: ZoneIndex | undefined;

  constructor(readers: Readers, servers: DnsServers, clock: Clock, timers: Timers) {
    this.#readers = readers;
    this.#servers = servers;
    this.#clock = clock;
    this.#timers = timers;
  }

  /** @returns undefined if DNS or the subnet's DNSrecords is disabled */
  async of(subnetId: number, settings: DnsSettings): Promise<ShowRecords | undefined> {
    if (!settings.enabled) return undefined;
    const subnet = await this.#readers.subnets.find(subnetId);
    if (!subnet?.DNSrecords || subnet.isFolder) return undefined;
    const zones = await this.#zones(settings);
    return (address) => {
      if (!zones) return null;
      const name = readHostName(address.hostname);
      const forward = name === undefined ? [] : expectedForward(name, [address.ip], zones, settings);
      const hasReverse = (address.PTR ?? 0) > 0;
      const reverse = hasReverse ? expectedReverse(address.ip, [{ address, subnet }], zones, settings.ttl) : [];
      return [...forward, ...reverse].map(({ set }) => set);
    };
  }

  async #zones(settings: DnsSettings): Promise<ZoneIndex | undefined> {
    const now = this.#clock.now().getTime();
    const { server } = settings;
    if (this.#known?.server !== server) this.#last = undefined;
    if (this.#known?.server !== server || this.#known.until < now)
      this.#known = { server, until: now + memory, zones: this.#ask(settings) };
    let cancel = (): void => {};
    const late = new Promise<undefined>((resolve) => {
      cancel = this.#timers.after(maxWait, () => resolve(undefined));
    });
    const zones = await Promise.race([this.#known.zones, late]);
    cancel();
    return zones ?? this.#last;
  }

  async #ask(settings: DnsSettings): Promise<ZoneIndex | undefined> {
    try {
      this.#last = new ZoneIndex(await this.#servers.at(settings).zones());
      return this.#last;
    } catch {
      return undefined; // `dns status` reports the error
    }
  }
}
