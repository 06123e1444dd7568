import type { Clock } from '../../../application/ports/environment.js';
import type { AppLeaseRepository } from '../../../application/ports/identity.js';
import { saveNumbered } from '../records/numbered.js';
import type { AppLease, Draft } from '../records/state.js';

/** Milliseconds during which a refused owner has priority over all others. Each retry restarts the period. */
const precedence = 1000;

export class MemoryAppLeaseRepository implements AppLeaseRepository {
  readonly #draft: Draft;
  readonly #clock: Clock;

  constructor(draft: Draft, clock: Clock) {
    this.#draft = draft;
    this.#clock = clock;
  }

  async take(appId: string, holder: string, seconds: number): Promise<boolean> {
    const now = this.#clock.now().getTime();
    const lease = this.#find(appId) ?? { appId, holder: null, until: 0, next: null, nextUntil: 0 };
    const isFirst = lease.next === null || lease.next === holder || lease.nextUntil <= now;
    const getsIt = lease.holder === holder || ((lease.holder === null || lease.until <= now) && isFirst);
    const queue = !isFirst ? {} : getsIt ? { next: null } : { next: holder, nextUntil: now + precedence };
    this.#save({ ...lease, ...queue, ...(getsIt ? { holder, until: now + seconds * 1000 } : {}) });
    return getsIt;
  }

  async end(appId: string, holder: string): Promise<void> {
    const lease = this.#find(appId);
    if (lease?.holder === holder) this.#save({ ...lease, holder: null });
  }

  #find(appId: string): AppLease | undefined {
    return this.#draft.state.appLeases.firstUnder('app', [appId])?.value;
  }

  #save(lease: AppLease): void {
    this.#draft.set({ appLeases: saveNumbered(this.#draft.state.appLeases, 'app', [lease.appId], lease) });
  }
}
