import type { Clock } from '../../../application/ports/environment.js';
import type { ScanState, SubnetScanRepository } from '../../../application/ports/scanning.js';
import type { Draft, SubnetScan } from '../records/state.js';

export class MemorySubnetScanRepository implements SubnetScanRepository {
  readonly #draft: Draft;
  readonly #clock: Clock;

  constructor(draft: Draft, clock: Clock) {
    this.#draft = draft;
    this.#clock = clock;
  }

  async take(subnetId: number, owner: string, seconds: number): Promise<ScanState | undefined> {
    const now = this.#clock.now().getTime();
    const { subnetScans } = this.#draft.state;
    if (!this.#draft.table('subnet').get(subnetId)) return undefined;
    const scan = subnetScans.get(subnetId) ?? { id: subnetId, owner: null, until: 0, next: null, begun: null };
    if (scan.owner !== null && scan.owner !== owner && scan.until > now) return undefined;
    this.#save({ ...scan, owner, until: now + seconds * 1000 });
    return { next: scan.next, begun: scan.begun };
  }

  async save(subnetId: number, owner: string, state: ScanState): Promise<boolean> {
    const scan = this.#find(subnetId);
    if (scan?.owner !== owner) return false;
    this.#save({ ...scan, ...state });
    return true;
  }

  async end(subnetId: number, owner: string): Promise<void> {
    const scan = this.#find(subnetId);
    if (scan?.owner === owner) this.#save({ ...scan, owner: null });
  }

  #find(subnetId: number): SubnetScan | undefined {
    return this.#draft.table('subnet').get(subnetId) && this.#draft.state.subnetScans.get(subnetId);
  }

  #save(scan: SubnetScan): void {
    this.#draft.set({ subnetScans: this.#draft.state.subnetScans.with(scan) });
  }
}
