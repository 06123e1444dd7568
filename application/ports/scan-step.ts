export interface ScanTarget {
  readonly id: number;
  readonly cidr: string;
}

export interface ScanCounts {
  /** Probed addresses, and those that answered. */
  readonly probed: number;
  readonly online: number;
  /** Added addresses, and those with changed tags. */
  readonly added: number;
  readonly changed: number;
}

/**
 * going: more steps remain. done: the network is scanned. busy: another process scans it. nothing: it needs no scan (any more).
 * failed: `problem` is the reason; everyProbe: other probes would fail too.
 */
export type ScanStep =
  | ({ readonly state: 'going' | 'done'; readonly share: number } & ScanCounts)
  | { readonly state: 'busy' }
  | { readonly state: 'nothing' }
  | { readonly state: 'failed'; readonly problem: string; readonly everyProbe: boolean };

export const noCounts: ScanCounts = { probed: 0, online: 0, added: 0, changed: 0 };
