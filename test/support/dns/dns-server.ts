import type { DnsAccess } from '../../../application/ports/dns.js';

/** A DNS server that tests keep records in: a real one, or one of ours in memory. */
export interface DnsServer {
  /** How it is reached. */
  readonly access: DnsAccess;
  /** Settings by which it gets records. */
  readonly settings: object;
  /** Makes a zone that is not the service's. */
  addZone(name: string): Promise<void>;
  removeZone(name: string): Promise<void>;
  /** Writes a record set that is not the service's. */
  addSet(zone: string, name: string, type: string, contents: readonly string[]): Promise<void>;
  /** What a resolver sees, ascending: the contents of answers; with `-x` and an address, its names. */
  dig(...words: readonly string[]): Promise<string[]>;
  /** Nobody answers from now on; what is stored stays. */
  stop(): Promise<void>;
  /** Answers again, at the same place. */
  start(): Promise<void>;
  /** Ends it for good. */
  remove(): Promise<void>;
}
