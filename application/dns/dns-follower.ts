import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import type { Follower } from '../changes/feed/following.js';
import type { DnsServers } from '../ports/dns.js';
import type { Log } from '../ports/environment.js';
import type { FeedEntry } from '../ports/feed.js';
import { type DnsPorts, DnsRecords } from './dns-records.js';
import { Touched } from './touched-names.js';

/** Under which name the feed knows it. */
export const dnsFollowerName = 'dns';

/** What it needs beside the register. */
export interface DnsFollowerPorts extends DnsPorts {
  readonly servers: DnsServers;
  readonly log: Log;
  /** Reads the settings of the service. */
  readonly settings: () => Promise<{ readonly dns: DnsSettings }>;
}

/** How many changes are looked at together: at first, and at most. */
const initiallyAtOnce = 100;
const maxAtOnce = 1000;

/** Keeps DNS records in line with the register, change by change. While settings say no it lets changes pass. */
export class DnsFollower implements Follower {
  readonly name = dnsFollowerName;
  readonly max = maxAtOnce;
  /** One server that somebody waits for: it is asked again soon after it has come back. */
  readonly maxPause = 60_000;
  /** What is known of the past: so a register that is there already gets its records when they are switched on. */
  readonly begins = 'oldest';
  readonly #ports: DnsFollowerPorts;
  #isStopped = false;
  /**
   * Changes that are looked at together: half as many after each failure, since of many questions one always fails where a server
   * fails now and then, and twice as many after each success, since what is read of a zone is read once for all of them.
   */
  #atOnce = initiallyAtOnce;

  constructor(ports: DnsFollowerPorts) {
    this.#ports = ports;
  }

  /** @throws DnsError where the server does not do its part: it gets the same changes again */
  async handle(entries: readonly FeedEntry[]): Promise<number> {
    try {
      const done = await this.#repair(entries.slice(0, this.#atOnce));
      this.#atOnce = Math.min(maxAtOnce, this.#atOnce * 2);
      return done;
    } catch (error) {
      this.#atOnce = Math.max(1, Math.floor(this.#atOnce / 2));
      throw error;
    }
  }

  async #repair(entries: readonly FeedEntry[]): Promise<number> {
    const { readers, servers, log } = this.#ports;
    const { dns: settings } = await this.#ports.settings();
    const touched = settings.enabled ? await Touched.by(entries, readers) : new Touched();
    if (touched.isEmpty) return entries.length;
    const records = await DnsRecords.open(this.#ports, servers.at(settings), settings);
    const { refused, changes } = await records.repair(touched, () => this.#isStopped);
    for (const { zone, expected, present, problem } of refused)
      log.warn('DNS server refused a record', { zone, name: (expected ?? present)?.name, problem });
    for (const { zone, expected, change } of changes)
      if (change.does === 'foreign')
        log.warn('foreign DNS record conflicts', { zone, name: expected?.name, type: expected?.type });
    return this.#isStopped ? 0 : entries.length;
  }

  async missed(): Promise<void> {
    this.#ports.log.error('DNS records may be out of date: run hexipam dns sync');
  }

  /** Ends what is under way soon. */
  stop(): void {
    this.#isStopped = true;
  }
}
