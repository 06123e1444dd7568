import type { OpeningOptions } from './opening.js';

export interface ThreadStart extends OpeningOptions {
  readonly directory: string;
}

/** A message to the thread: of PostgreSQL's protocol, or a request to close the database. */
export type ToThread = Uint8Array | 'close';

/** A message from the thread: PostgreSQL's answers, in the order of the messages, or the state of the database. */
export type FromThread =
  | Uint8Array
  | 'open'
  | 'closed'
  | { readonly notOpened: string; readonly code: string | undefined }
  | { readonly lost: string };
