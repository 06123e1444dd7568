import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import type { PresentSet, WrittenSet } from '../../domain/dns/record-set.js';
import type { Zone } from '../../domain/dns/zone-index.js';

/**
 * Why a DNS server failed. unreachable: no connection or a timeout; unauthorized: a wrong key; missing: an unknown object;
 * refused: an invalid request that would fail again; failed: a server error or an unknown answer; disabled: DNS is off in the
 * settings.
 */
export type DnsTrouble = 'unreachable' | 'unauthorized' | 'missing' | 'refused' | 'failed' | 'disabled';

/** The text is one line for people, without secrets. */
export class DnsError extends Error {
  override readonly name = 'DnsError';
  readonly trouble: DnsTrouble;

  constructor(trouble: DnsTrouble, problem: string) {
    super(problem);
    this.trouble = trouble;
  }
}

/** Server, key, and the account that marks this service's zones and record sets. */
export type DnsAccess = Pick<DnsSettings, 'server' | 'serverId' | 'key' | 'account'>;

export type SetWrite =
  | { readonly does: 'replace'; readonly set: WrittenSet }
  | { readonly does: 'delete'; readonly set: Pick<WrittenSet, 'name' | 'type'> };

export interface NewZone {
  readonly name: string;
  readonly nameservers: readonly string[];
  readonly hostmaster: string;
  readonly ttl: number;
}

/**
 * The zones of one server. Names are in lower case, without the final dot. Calls end within seconds, except `recordSets` of large
 * zones. All throw DnsError.
 */
export interface DnsZones {
  /** @returns the server's software */
  describe(): Promise<string>;
  zones(): Promise<readonly Zone[]>;
  /** Creates a zone with this service's mark, unless it exists. */
  addZone(zone: NewZone): Promise<void>;
  /** Only types that this service writes. */
  recordSetsOf(zone: string, name: string): Promise<readonly PresentSet[]>;
  /** All record sets of these types, streamed: the zone is never in memory as a whole. */
  recordSets(zone: string): AsyncIterable<PresentSet>;
  /** Writes record sets with this service's mark, all or none. Idempotent. */
  write(zone: string, writes: readonly SetWrite[]): Promise<void>;
}

/** Sends nothing before the first call. */
export interface DnsServers {
  at(access: DnsAccess): DnsZones;
}
