import type { DnsAccess } from '../../../application/ports/dns.js';

/** A DNS server for tests: a real one, or a fake one in memory. */
export interface DnsServer {
  /** URL and credentials of its API. */
  readonly access: DnsAccess;
  /** DNS settings of the service for this server. */
  readonly settings: object;
  /** Creates a zone without the mark of the service. */
  addZone(name: string): Promise<void>;
  removeZone(name: string): Promise<void>;
  /** Writes a record set without the mark of the service. */
  addSet(zone: string, name: string, type: string, contents: readonly string[]): Promise<void>;
  /** The answers to a resolver, sorted: record contents, or with `-x` and an address its names. */
  dig(...words: readonly string[]): Promise<string[]>;
  /** Stops answering. The stored data stays. */
  stop(): Promise<void>;
  /** Answers again, on the same port. */
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}
