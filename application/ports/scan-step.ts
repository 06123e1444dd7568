/** A network that asks for scans. */
export interface ScanTarget {
  readonly id: number;
  readonly cidr: string;
}

/** What was seen and done. */
export interface ScanCounts {
  /** Addresses that were probed, and those that answered. */
  readonly probed: number;
  readonly online: number;
  /** Addresses that were added, and those whose tags changed. */
  readonly added: number;
  readonly changed: number;
}

/**
 * What one step of a scan came to. going: there is more to do. done: the network is scanned. busy: somebody else scans it.
 * nothing: there is nothing to scan here (any more). failed: the problem says why; everyProbe: others would fail so too.
 */
export type ScanStep =
  | ({ readonly state: 'going' | 'done'; readonly share: number } & ScanCounts)
  | { readonly state: 'busy' }
  | { readonly state: 'nothing' }
  | { readonly state: 'failed'; readonly problem: string; readonly everyProbe: boolean };

export const noCounts: ScanCounts = { probed: 0, online: 0, added: 0, changed: 0 };
