import type { MetricsSnapshot } from '../../adapters/metrics/index.js';

/** What workers tell the primary process, which started them. An id is of the process that asks. */
export type WorkerMessage =
  | { readonly kind: 'listening'; readonly urls: readonly string[] }
  /** Wants the metrics of all. */
  | { readonly kind: 'metricsAsked'; readonly id: number }
  /** Answers `metricsWanted`. */
  | { readonly kind: 'metricsTold'; readonly id: number; readonly snapshot: MetricsSnapshot }
  /** A token ended here: all others must forget it. */
  | { readonly kind: 'revoke'; readonly id: number; readonly digest: string }
  /** Wants to look at a password, and has done so. */
  | { readonly kind: 'passwordAsked' | 'passwordDone'; readonly id: number }
  /** Answers `forget`. */
  | { readonly kind: 'forgotten'; readonly id: number };

/** What workers are told. */
export type PrimaryMessage =
  | { readonly kind: 'forget'; readonly id: number; readonly digest: string }
  /** Answers `revoke`: all others have forgotten the token. */
  | { readonly kind: 'revoked'; readonly id: number }
  /** Answers `passwordAsked`: few enough others look at one. */
  | { readonly kind: 'passwordTurn'; readonly id: number }
  /** The metrics of this worker are wanted. */
  | { readonly kind: 'metricsWanted'; readonly id: number }
  /** Answers `metricsAsked`. */
  | { readonly kind: 'metricsText'; readonly id: number; readonly text: string }
  /** Certificate and what administrators set may have changed. */
  | { readonly kind: 'reload' };
