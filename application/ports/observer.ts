import type { ScanCounts } from './scan-step.js';
import type { StorageTrouble } from './storage-error.js';

/** A request of the interface that is over: its answer is sent, or its connection has gone. */
export interface EndedRequest {
  readonly method: string;
  /** Its path as the description of the interface names it, e.g. `/subnets/{id}/`; undefined where it leads nowhere. */
  readonly route: string | undefined;
  readonly status: number;
  /** From when it was begun until it was over. */
  readonly milliseconds: number;
  /** The application, where it named one that there is. */
  readonly app: string | undefined;
  /** The user whose token it carries. */
  readonly user: string | undefined;
  /** The client's address. */
  readonly client: string;
  readonly requestId: string;
  /** The trace that it belongs to, if its `traceparent` names one. */
  readonly traceId: string | undefined;
  /** The header that named it, as it came. */
  readonly traceparent: string | undefined;
  /** Whether not all of its answer was sent: the client has gone, or was cut. */
  readonly isCutOff: boolean;
  /** Whether it failed by what nobody foresaw, which the log tells of. */
  readonly isDefect: boolean;
  /** Whether it was a stream, which lasts as long as somebody listens. */
  readonly isStream: boolean;
}

/** What is given out, and whose gaps are gathered. */
export type AllocatedKind = 'address' | 'subnet';

/**
 * Why a unit of work begins anew. outdated: what it had read has changed; conflict: the database asks for it; connection: its
 * connection broke; row: others wait for the row that it wants, so that it waits without a connection.
 */
export type RetryReason = 'outdated' | 'conflict' | 'connection' | 'row';

/** What became of a unit of work. refused: nothing was kept, as the request was wrong; tried: as nothing was to be. */
export type UnitOutcome = 'done' | 'refused' | 'tried' | StorageTrouble;

/**
 * Why the scan of a network failed. missing, forbidden, late, broken: the program that probes is not there, may not send packets,
 * was not over in time, or did what nobody expects; refused: what was seen could not be written.
 */
export type ScanFailure = 'missing' | 'forbidden' | 'late' | 'broken' | 'refused';

/**
 * Is told what happens in the service, for whoever watches it. What it does must be quick, and must not fail. Whatever it does
 * not want to know it leaves out.
 */
export interface Observer {
  requestEnded?: ((request: EndedRequest) => void) | undefined;
  /** Requests for the next free ones were carried out together. */
  batchEnded?: ((kind: AllocatedKind, size: number) => void) | undefined;
  allocated?: ((kind: AllocatedKind, count: number) => void) | undefined;
  retried?: ((reason: RetryReason) => void) | undefined;
  unitOfWorkEnded?: ((outcome: UnitOutcome, milliseconds: number) => void) | undefined;
  /** The gaps of a subnet were gathered: those between its addresses, or between its child networks. */
  gapsGathered?: ((kind: AllocatedKind, milliseconds: number) => void) | undefined;
  /** Somebody is let in no more for a while: a client, or whoever gives a user's name. */
  signInBlocked?: ((by: 'client' | 'name') => void) | undefined;
  /** Addresses of a network were probed, and what was seen was written. */
  hostsProbed?: ((counts: ScanCounts) => void) | undefined;
  /** All of a network was scanned. @param milliseconds since that began, interruptions included; a second too many at most */
  scanEnded?: ((milliseconds: number) => void) | undefined;
  /** A network's scan was given up until the next one goes on there. */
  scanFailed?: ((failure: ScanFailure) => void) | undefined;
  /** A statement was answered, or failed. @param pool the connections that it went over */
  statementEnded?: ((pool: string, milliseconds: number, failed: boolean) => void) | undefined;
}
