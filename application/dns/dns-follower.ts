import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import type { Follower } from '../changes/feed/following.js';
import type { DnsServers } from '../ports/dns.js';
import type { Log } from '../ports/environment.js';
import type { FeedEntry } from '../ports/feed.js';
import { type DnsPorts, DnsRecords } from './dns-records.js';
import { Touched } from './touched-names.js';

export const dnsFollowerName = 'dns';

export interface DnsFollowerPorts extends DnsPorts {
  readonly servers: DnsServers;
  readonly log: Log;
  readonly settings: () => Promise<{ readonly dns: DnsSettings }>;
}

/** Initial and maximum number of changes per batch. */
const initiallyAtOnce = 100;
const maxAtOnce = 1000;

/** Updates DNS records after changes of the register. While DNS is disabled, changes are skipped. */
export class DnsFollower implements Follower {
  readonly name = dnsFollowerName;
  readonly max = maxAtOnce;
  /** Shorter than the default, so that the records are written soon after the server is available again. */
  readonly maxPause = 60_000;
  /** Enabling DNS also creates the records of existing addresses. */
  readonly begins = 'oldest';
  readonly #ports: DnsFollowerPorts;
  #isStopped = false;
  /**
   * Number of changes per batch. A failure halves it, because large batches fail on an unreliable server. A success doubles it,
   * because one zone read serves the complete batch.
   */
  #atOnce = initiallyAtOnce;

  constructor(ports: DnsFollowerPorts) {
    this.#ports = ports;
  }

  /** @throws DnsError if the server fails; the same changes are then passed again */
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

  stop(): void {
    this.#isStopped = true;
  }
}
