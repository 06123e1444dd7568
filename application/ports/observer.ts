import type { ScanCounts } from './scan-step.js';
import type { StorageTrouble } from './storage-error.js';

/** A request with its answer sent or its connection closed. */
export interface EndedRequest {
  readonly method: string;
  /** The path template of the interface's description, e.g. `/subnets/{id}/`; undefined for an unknown path. */
  readonly route: string | undefined;
  readonly status: number;
  /** Duration from the start of the request. */
  readonly milliseconds: number;
  /** The application in the path, if it exists. */
  readonly app: string | undefined;
  /** The user of the token. */
  readonly user: string | undefined;
  /** The client's address. */
  readonly client: string;
  readonly requestId: string;
  /** The trace id of a valid `traceparent` header. */
  readonly traceId: string | undefined;
  /** The header as received. */
  readonly traceparent: string | undefined;
  /** Whether the answer was sent incompletely: the client disconnected, or the connection was closed. */
  readonly isCutOff: boolean;
  /** Whether it failed unexpectedly; the log has the error. */
  readonly isDefect: boolean;
  /** Whether it was a stream, which lasts until the client disconnects. */
  readonly isStream: boolean;
}

/** Kinds of allocations. */
export type AllocatedKind = 'address' | 'subnet';

/**
 * Why a unit of work is retried. outdated: the read data has changed; conflict: the database requires it; connection: the
 * connection broke; row: other units wait for the same row, so this one waits without a connection.
 */
export type RetryReason = 'outdated' | 'conflict' | 'connection' | 'row';

/** Outcome of a unit of work. refused: rolled back, as the request was invalid; tried: a dry run. */
export type UnitOutcome = 'done' | 'refused' | 'tried' | StorageTrouble;

/**
 * Why the scan of a network failed. missing: no probe program; forbidden: the program may not send packets; late: a timeout;
 * broken: an unexpected failure; refused: the results could not be written.
 */
export type ScanFailure = 'missing' | 'forbidden' | 'late' | 'broken' | 'refused';

/**
 * Receives the events of the service, for metrics and traces. Methods must be quick and must not throw. Methods for unneeded
 * events are left out.
 */
export interface Observer {
  requestEnded?: ((request: EndedRequest) => void) | undefined;
  /** A batch of allocations has run. */
  batchEnded?: ((kind: AllocatedKind, size: number) => void) | undefined;
  allocated?: ((kind: AllocatedKind, count: number) => void) | undefined;
  retried?: ((reason: RetryReason) => void) | undefined;
  unitOfWorkEnded?: ((outcome: UnitOutcome, milliseconds: number) => void) | undefined;
  /** The gaps of a subnet were gathered: between its addresses, or between its child networks. */
  gapsGathered?: ((kind: AllocatedKind, milliseconds: number) => void) | undefined;
  /** A client address or a user name is blocked from signing in for a while. */
  signInBlocked?: ((by: 'client' | 'name') => void) | undefined;
  /** Addresses of a network were probed and the results written. */
  hostsProbed?: ((counts: ScanCounts) => void) | undefined;
  /**
   * A network was scanned completely.
   * @param milliseconds since the start, interruptions included; at most a second too many
   */
  scanEnded?: ((milliseconds: number) => void) | undefined;
  /** A network's scan stopped until the next attempt. */
  scanFailed?: ((failure: ScanFailure) => void) | undefined;
  /**
   * A statement completed or failed.
   * @param pool the connection pool
   */
  statementEnded?: ((pool: string, milliseconds: number, failed: boolean) => void) | undefined;
}
