import { readFollowers } from '../changes/feed/follower-states.js';
import { DnsError, type DnsServers } from '../ports/dns.js';
import type { Log } from '../ports/environment.js';
import type { FeedEntry } from '../ports/feed.js';
import { DnsComparison, type DnsStep } from './dns-comparison.js';
import { DnsFollower, dnsFollowerName } from './dns-follower.js';
import type { DnsPorts } from './dns-records.js';

/** How the keeping of DNS records goes. */
export interface DnsStatus {
  readonly enabled: boolean;
  readonly server: string;
  /** Whether the server answers; null where none is to be asked. */
  readonly isReachable: boolean | null;
  /** What the server is, where it answers. */
  readonly software: string | null;
  readonly zones: number | null;
  /** How many changes at most wait to be looked at, and how often in a row the first of them failed. */
  readonly waiting: number;
  readonly failures: number;
  /** What is wrong with the server now. */
  readonly problem: string | null;
}

/** What administrators do about DNS records. */
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

  /** The oldest changes that wait to be looked at, at most so many. */
  async waiting(max: number): Promise<readonly FeedEntry[]> {
    const { followers } = await readFollowers(this.#ports.readers, this.#ports.unitOfWork);
    const follower = followers.find(({ name }) => name === dnsFollowerName);
    return follower ? this.#ports.readers.feed.read(follower.position, max) : [];
  }

  /**
   * The next step of a comparison of the server with the register (DnsComparison.step).
   * @throws DnsError; disabled where settings keep no records
   */
  async step(cursor: string | null, repairs: boolean): Promise<DnsStep> {
    const { dns } = await this.#ports.readers.settings.read();
    if (!dns.enabled) throw new DnsError('disabled', 'settings keep no DNS records: dns.enabled is false');
    return new DnsComparison(this.#ports, this.#servers.at(dns), dns).step(cursor, repairs);
  }

  /** What keeps records, change by change. */
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
