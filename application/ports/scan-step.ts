export interface ScanTarget {
  readonly id: number;
  readonly cidr: string;
}

export interface ScanCounts {
  readonly probed: number;
  readonly online: number;
  /** Number of added addresses. `changed` is the number of previously registered addresses with a changed tag. */
  readonly added: number;
  readonly changed: number;
}

/**
 * going: more steps follow. done: the network is scanned. busy: another process scans it. nothing: no scan is needed. failed:
 * `problem` is the reason, and `everyProbe` is true if scans of other networks would also fail.
 */
export type ScanStep =
  | ({ readonly state: 'going' | 'done'; readonly share: number } & ScanCounts)
  | { readonly state: 'busy' }
  | { readonly state: 'nothing' }
  | { readonly state: 'failed'; readonly problem: string; readonly everyProbe: boolean };

export const noCounts: ScanCounts = { probed: 0, online: 0, added: 0, changed: 0 };
