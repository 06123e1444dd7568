import { readFollowers } from '../changes/feed/change-feed.js';
import { DnsError, type DnsServers } from '../ports/dns.js';
import type { Log } from '../ports/environment.js';
import type { FeedEntry } from '../ports/feed.js';
import { DnsComparison, type DnsStep } from './dns-comparison.js';
import { DnsFollower, dnsFollowerName } from './dns-follower.js';
import type { DnsPorts } from './dns-records.js';

export interface DnsStatus {
  readonly enabled: boolean;
  readonly server: string;
  /** Whether the server responds; null while disabled. */
  readonly isReachable: boolean | null;
  /** Name and version of the server, if it responds. */
  readonly software: string | null;
  readonly zones: number | null;
  /** `waiting`: upper bound of unprocessed changes. `failures`: number of consecutive failures to process the next changes. */
  readonly waiting: number;
  readonly failures: number;
  readonly problem: string | null;
}

export class DnsAdministration {
  readonly #ports: DnsPorts;
  readonly #servers: DnsServers;

  constructor(ports: DnsPorts, servers: DnsServers) {
    this.#ports = ports;
    this.#servers = servers;
  }

  async status(): Promise<DnsStatus> {
    const { enabled, server, ...access } = (await this.#ports.readers.settings.read()).dns;
    const queue = { enabled, server, ...(await this.#queue()) };
    const unasked = { isReachable: null, software: null, zones: null, problem: null };
    if (!enabled) return { ...queue, ...unasked };
    try {
      const dns = this.#servers.at({ server, ...access });
      const software = await dns.describe();
      return { ...queue, ...unasked, isReachable: true, software, zones: (await dns.zones()).length };
    } catch (error) {
      if (!(error instanceof DnsError)) throw error;
      return { ...queue, ...unasked, isReachable: false, problem: error.message };
    }
  }

  async waiting(max: number): Promise<readonly FeedEntry[]> {
    const { followers } = await readFollowers(this.#ports.readers, this.#ports.unitOfWork);
    const follower = followers.find(({ name }) => name === dnsFollowerName);
    return follower ? this.#ports.readers.feed.read(follower.position, max) : [];
  }

  /**
   * Runs the next step of a comparison with the server. See DnsComparison.step.
   * @throws DnsError with the failure `disabled` if `dns.enabled` is false; other DnsError
   */
  async step(cursor: string | null, repairs: boolean): Promise<DnsStep> {
    const { dns } = await this.#ports.readers.settings.read();
    if (!dns.enabled) throw new DnsError('disabled', 'DNS records are disabled: the setting dns.enabled is false');
    return new DnsComparison(this.#ports, this.#servers.at(dns), dns).step(cursor, repairs);
  }

  follower(log: Log): DnsFollower {
    const settings = () => this.#ports.readers.settings.read();
    return new DnsFollower({ ...this.#ports, servers: this.#servers, settings, log });
  }

  async #queue(): Promise<Pick<DnsStatus, 'waiting' | 'failures'>> {
    const { last, followers } = await readFollowers(this.#ports.readers, this.#ports.unitOfWork);
    const follower = followers.find(({ name }) => name === dnsFollowerName);
    if (!follower) return { waiting: 0, failures: 0 };
    return { waiting: Math.max(0, last - follower.position), failures: follower.failures };
  }
}
