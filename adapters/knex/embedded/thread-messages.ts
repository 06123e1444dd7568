import type { OpeningOptions } from './opening.js';

/** What the thread of a database is started with. */
export interface ThreadStart extends OpeningOptions {
  /** The data directory, which this process holds. */
  readonly directory: string;
}

/** What the thread is told: a message of PostgreSQL's protocol, or to close the database. */
export type ToThread = Uint8Array | 'close';

/** What the thread tells: what PostgreSQL answers, in the order of the messages, or what became of the database. */
export type FromThread =
  | Uint8Array
  | 'open'
  | 'closed'
  | { readonly notOpened: string; readonly code: string | undefined }
  | { readonly lost: string };
