import type { Address } from '../../domain/address/address.js';
import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import { expectedForward, expectedReverse } from '../../domain/dns/expected-records.js';
import { readHostName } from '../../domain/dns/host-name.js';
import type { RecordSet } from '../../domain/dns/record-set.js';
import { ZoneIndex } from '../../domain/dns/zone-index.js';
import type { DnsServers } from '../ports/dns.js';
import type { Clock, Timers } from '../ports/environment.js';
import type { Readers } from '../ports/unit-of-work.js';

/** How long the server's zones, or a failure to read them, are cached, in milliseconds. */
const memory = 30_000;
/** How long a reader waits for the zones, in milliseconds. */
const maxWait = 1000;

/** Returns the records of an address; null if the server's zones are unknown. */
export type ShowRecords = (address: Address) => readonly RecordSet[] | null;

interface CachedZones {
  readonly server: string;
  readonly until: number;
  readonly zones: Promise<ZoneIndex | undefined>;
}

/**
 * The records expected by the register in the server's zones, for display. Only the zones are read from the server, cached, and a
 * reader waits at most a second for them.
 */
export class ExpectedDnsRecords {
  readonly #readers: Readers;
  readonly #servers: DnsServers;
  readonly #clock: Clock;
  readonly #timers: Timers;
  #known: CachedZones | undefined;
  /** The last zones read, for when the server does not answer. */
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
