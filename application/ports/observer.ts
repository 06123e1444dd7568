import type { MailFailureScope } from './mailer.js';
import type { ScanCounts } from './scan-step.js';
import type { StorageFailure } from './storage-error.js';

export interface EndedRequest {
  readonly method: string;
  /** Path template, e.g. `/subnets/{id}/`; undefined for an unknown path. */
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly app: string | undefined;
  readonly user: string | undefined;
  readonly client: string;
  readonly requestId: string;
  /** Trace id of a valid `traceparent` header. */
  readonly traceId: string | undefined;
  /** The `traceparent` header as received. */
  readonly traceparent: string | undefined;
  /** Whether the response was sent only partially. */
  readonly isCutOff: boolean;
  /** Whether the request failed unexpectedly. The log contains the error. */
  readonly isDefect: boolean;
  readonly isStream: boolean;
}

export type AllocatedKind = 'address' | 'subnet';

/**
 * outdated: read data changed; conflict: the database requires a retry; connection: the connection broke; row: others wait for
 * the same row, so this unit of work waits without a connection.
 */
export type RetryReason = 'outdated' | 'conflict' | 'connection' | 'row';

/** refused: rolled back because of an invalid request; tried: a dry run. */
export type UnitOutcome = 'done' | 'refused' | 'tried' | StorageFailure;

/** Reason of a failed scan. missing: no program; forbidden: may not send packets; late: timeout; refused: results not written. */
export type ScanFailure = 'missing' | 'forbidden' | 'late' | 'broken' | 'refused';

/** Receives events for metrics and traces. Methods must be fast and must not throw. */
export interface Observer {
  requestEnded?: ((request: EndedRequest) => void) | undefined;
  batchEnded?: ((kind: AllocatedKind, size: number) => void) | undefined;
  allocated?: ((kind: AllocatedKind, count: number) => void) | undefined;
  retried?: ((reason: RetryReason) => void) | undefined;
  unitOfWorkEnded?: ((outcome: UnitOutcome, milliseconds: number) => void) | undefined;
  /** Gaps were computed, between addresses or between child networks. */
  gapsGathered?: ((kind: AllocatedKind, milliseconds: number) => void) | undefined;
  signInBlocked?: ((by: 'client' | 'name') => void) | undefined;
  hostsProbed?: ((counts: ScanCounts) => void) | undefined;
  /** @param milliseconds since the start, including interruptions; at most a second too many */
  scanEnded?: ((milliseconds: number) => void) | undefined;
  scanFailed?: ((failure: ScanFailure) => void) | undefined;
  mailSent?: (() => void) | undefined;
  mailFailed?: ((scope: MailFailureScope) => void) | undefined;
  statementEnded?: ((pool: string, milliseconds: number, failed: boolean) => void) | undefined;
}
