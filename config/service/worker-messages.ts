/** What workers tell the process that started them. */
export type WorkerMessage =
  | { readonly kind: 'listening'; readonly urls: readonly string[] }
  /** A token ended here: all others are to forget it. */
  | { readonly kind: 'forget'; readonly turn: number; readonly digest: string }
  | { readonly kind: 'forgot'; readonly turn: number };

/** What workers are told. */
export type PrimaryMessage =
  | { readonly kind: 'forget'; readonly turn: number; readonly digest: string }
  /** All others have forgotten. */
  | { readonly kind: 'spread'; readonly turn: number }
  /** Certificate and what administrators set may have changed. */
  | { readonly kind: 'reload' };
