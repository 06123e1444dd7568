import type { DnsSettings } from '../../domain/dns/dns-settings.js';
import type { PresentSet, WrittenSet } from '../../domain/dns/record-set.js';
import type { Zone } from '../../domain/dns/zone-index.js';

/**
 * Reason of a DNS server failure. unreachable: no connection, or timeout; unauthorized: wrong key; missing: unknown object;
 * refused: invalid request, a retry is useless; failed: server error or unknown response; disabled: disabled in the settings.
 */
export type DnsFailure = 'unreachable' | 'unauthorized' | 'missing' | 'refused' | 'failed' | 'disabled';

export class DnsError extends Error {
  override readonly name = 'DnsError';
  readonly failure: DnsFailure;

  constructor(failure: DnsFailure, problem: string) {
    super(problem);
    this.failure = failure;
  }

  /** @deprecated Use failure. */
  get trouble(): DnsFailure {
    return this.failure;
  }
}

/** Server, key, and the account that marks zones and record sets of this service. */
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
 * The zones of a server. Names are in lower case without trailing dot. Calls return within seconds, except `recordSets` of large
 * zones. All methods throw DnsError.
 */
export interface DnsZones {
  /** @returns software of the server */
  describe(): Promise<string>;
  zones(): Promise<readonly Zone[]>;
  /** Creates a zone marked with the account, unless the zone exists. */
  addZone(zone: NewZone): Promise<void>;
  /** Only record types that this service writes. */
  recordSetsOf(zone: string, name: string): Promise<readonly PresentSet[]>;
  /** All record sets of the types that this service writes, streamed. The complete zone is never in memory. */
  recordSets(zone: string): AsyncIterable<PresentSet>;
  /** Writes record sets marked with the account, all or none. Idempotent. */
  write(zone: string, writes: readonly SetWrite[]): Promise<void>;
}

/** Connects to DNS servers on the first call. */
export interface DnsServers {
  at(access: DnsAccess): DnsZones;
}
