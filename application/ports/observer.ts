import type { MailFailureScope } from './mailer.js';
import type { ScanCounts } from './scan-step.js';
import type { StorageTrouble } from './storage-error.js';

/** The answer is sent or the connection closed. */
export interface EndedRequest {
  readonly method: string;
  /** The path template, e.g. `/subnets/{id}/`; undefined for an unknown path. */
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  /** Only if it exists. */
  readonly app: string | undefined;
  /** The user of the token. */
  readonly user: string | undefined;
  readonly client: string;
  readonly requestId: string;
  /** From a valid `traceparent` header. */
  readonly traceId: string | undefined;
  /** The header as received. */
  readonly traceparent: string | undefined;
  /** Whether the answer was sent incompletely. */
  readonly isCutOff: boolean;
  /** Whether it failed unexpectedly; the log has the error. */
  readonly isDefect: boolean;
  /** Streams last until the client disconnects. */
  readonly isStream: boolean;
}

export type AllocatedKind = 'address' | 'subnet';

/**
 * outdated: the read data has changed; conflict: the database requires a retry; connection: it broke; row: others wait for the
 * same row, so this unit waits without a connection.
 */
export type RetryReason = 'outdated' | 'conflict' | 'connection' | 'row';

/** refused: rolled back, as the request was invalid; tried: a dry run. */
export type UnitOutcome = 'done' | 'refused' | 'tried' | StorageTrouble;

/**
 * Why the scan of a network failed. missing: no probe program; forbidden: the program may not send packets; late: a timeout;
 * broken: an unexpected failure; refused: the results could not be written.
 */
export type ScanFailure = 'missing' | 'forbidden' | 'late' | 'broken' | 'refused';

/** Receives events for metrics and traces. Methods must be quick and must not throw. */
export interface Observer {
  requestEnded?: ((request: EndedRequest) => void) | undefined;
  batchEnded?: ((kind: AllocatedKind, size: number) => void) | undefined;
  allocated?: ((kind: AllocatedKind, count: number) => void) | undefined;
  retried?: ((reason: RetryReason) => void) | undefined;
  unitOfWorkEnded?: ((outcome: UnitOutcome, milliseconds: number) => void) | undefined;
  /** Between addresses, or between child networks. */
  gapsGathered?: ((kind: AllocatedKind, milliseconds: number) => void) | undefined;
  /** A client address or user name may not sign in for a while. */
  signInBlocked?: ((by: 'client' | 'name') => void) | undefined;
  hostsProbed?: ((counts: ScanCounts) => void) | undefined;
  /** @param milliseconds since the start, interruptions included; at most a second too many */
  scanEnded?: ((milliseconds: number) => void) | undefined;
  scanFailed?: ((failure: ScanFailure) => void) | undefined;
  /** A mail with notices was accepted by the mail server. */
  mailSent?: (() => void) | undefined;
  /** An attempt to send such a mail failed. */
  mailFailed?: ((scope: MailFailureScope) => void) | undefined;
  /** @param pool the connection pool */
  statementEnded?: ((pool: string, milliseconds: number, failed: boolean) => void) | undefined;
}
