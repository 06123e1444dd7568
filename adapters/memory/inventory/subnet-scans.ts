import type { Clock } from '../../../application/ports/environment.js';
import type { ScanState, SubnetScanRepository } from '../../../application/ports/scanning.js';
import { type Draft, MemoryRepository } from '../records/state.js';
import type { Stored } from '../records/tables.js';

export class MemorySubnetScanRepository extends MemoryRepository implements SubnetScanRepository {
  readonly #clock: Clock;
  readonly #scans = this.draft.collection('subnetScans');

  constructor(draft: Draft, clock: Clock) {
    super(draft);
    this.#clock = clock;
  }

  async take(subnetId: number, holder: string, seconds: number): Promise<ScanState | undefined> {
    const now = this.#clock.now().getTime();
    if (!this.draft.table('subnet').get(subnetId)) return undefined;
    const scan = this.#scans.at(subnetId) ?? { holder: null, until: 0, next: null, begun: null };
    if (scan.holder !== null && scan.holder !== holder && scan.until > now) return undefined;
    this.#scans.put(subnetId, { ...scan, holder, until: now + seconds * 1000 });
    return { next: scan.next, begun: scan.begun };
  }

  async save(subnetId: number, holder: string, state: ScanState): Promise<boolean> {
    const scan = this.#find(subnetId);
    if (scan?.holder !== holder) return false;
    this.#scans.put(subnetId, { ...scan, ...state });
    return true;
  }

  async end(subnetId: number, holder: string): Promise<void> {
    const scan = this.#find(subnetId);
    if (scan?.holder === holder) this.#scans.put(subnetId, { ...scan, holder: null });
  }

  #find(subnetId: number): Stored['subnetScans'] | undefined {
    return this.draft.table('subnet').get(subnetId) && this.#scans.at(subnetId);
  }
}
