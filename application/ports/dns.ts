import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import type { PresentSet, WrittenSet } from '../../domain/dns/record-set.js';
import type { Zone } from '../../domain/dns/zone-index.js';

/**
 * Why a server did not do what it was asked: it cannot be reached, or not in time; it takes the key for wrong; it does not have
 * what was named; it refuses what was sent, and would again; it failed, or gave an answer that nobody understands; or settings want nothing of it.
 */
export type DnsTrouble = 'unreachable' | 'unauthorized' | 'missing' | 'refused' | 'failed' | 'disabled';

/** A failure of a DNS server. Its text is for people, one line, and holds no secret. */
export class DnsError extends Error {
  override readonly name = 'DnsError';
  readonly trouble: DnsTrouble;

  constructor(trouble: DnsTrouble, problem: string) {
    super(problem);
    this.trouble = trouble;
  }
}

/** Where the server is, how one proves to it who one is, and what marks its zones and record sets as ours. */
export type DnsAccess = Pick<DnsSettings, 'server' | 'serverId' | 'key' | 'account'>;

/** What of a record set is to be written: what it is to be, or that it is to go. */
export type SetWrite =
  | { readonly does: 'replace'; readonly set: WrittenSet }
  | { readonly does: 'delete'; readonly set: Pick<WrittenSet, 'name' | 'type'> };

/** A zone that is to be made. */
export interface NewZone {
  readonly name: string;
  readonly nameservers: readonly string[];
  readonly hostmaster: string;
  readonly ttl: number;
}

/**
 * The zones of one server. Names are in lower case, without the dot at their end. Every call ends within seconds, but for
 * `recordSets`, which takes as long as the zone is large; all throw DnsError.
 */
export interface DnsZones {
  /** @returns what the server is, in words */
  describe(): Promise<string>;
  /** Every zone. */
  zones(): Promise<readonly Zone[]>;
  /** Makes a zone, marked as ours, unless it is there. */
  addZone(zone: NewZone): Promise<void>;
  /** The record sets that a name has in a zone, of the types that this service writes. */
  recordSetsOf(zone: string, name: string): Promise<readonly PresentSet[]>;
  /** All record sets of a zone of these types, as they come: the zone is never in memory as a whole. */
  recordSets(zone: string): AsyncIterable<PresentSet>;
  /** Writes record sets of a zone, all of them or none; ours are marked as such. Written again they are the same. */
  write(zone: string, writes: readonly SetWrite[]): Promise<void>;
}

/** Finds the zones of a server. Nothing is sent before something is asked. */
export interface DnsServers {
  at(access: DnsAccess): DnsZones;
}
