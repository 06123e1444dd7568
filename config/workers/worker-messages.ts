import type { MetricsSnapshot } from '../../adapters/metrics/index.js';

/** What all workers have to know. */
export type WorkerNotice =
  /** A token ended: it must be forgotten. */
  | { readonly kind: 'tokenEnded'; readonly digest: string }
  /** Somebody writes (ReadRouter). */
  | { readonly kind: 'writing'; readonly writer: string };

/** What workers tell the primary process, which started them. An id is of the process that asks. */
export type WorkerMessage =
  | { readonly kind: 'listening'; readonly urls: readonly string[] }
  /** Wants the metrics of all. */
  | { readonly kind: 'metricsAsked'; readonly id: number }
  /** Answers `metricsWanted`. */
  | { readonly kind: 'metricsTold'; readonly id: number; readonly snapshot: MetricsSnapshot }
  /** All others must know. */
  | { readonly kind: 'spread'; readonly id: number; readonly notice: WorkerNotice }
  /** Wants to look at a password, and has done so. */
  | { readonly kind: 'passwordAsked' | 'passwordDone'; readonly id: number }
  /** Answers `news`: they are heeded from now on. */
  | { readonly kind: 'heard'; readonly id: number };

/** What workers are told. */
export type PrimaryMessage =
  | { readonly kind: 'news'; readonly id: number; readonly notice: WorkerNotice }
  /** Answers `spread`: all others have heard it. */
  | { readonly kind: 'wasSpread'; readonly id: number }
  /** Answers `passwordAsked`: few enough others look at one. */
  | { readonly kind: 'passwordTurn'; readonly id: number }
  /** The metrics of this worker are wanted. */
  | { readonly kind: 'metricsWanted'; readonly id: number }
  /** Answers `metricsAsked`. */
  | { readonly kind: 'metricsText'; readonly id: number; readonly text: string }
  /** Certificate and what administrators set may have changed. */
  | { readonly kind: 'reload' };
