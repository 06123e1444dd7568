import type { App } from '../../../domain/access/app.js';
import { checkSeal, type RequestSeal } from '../../../domain/access/request-seal.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { UnitOfWork } from '../../ports/unit-of-work.js';

/** Keeps encrypted requests from being sent again by others, or made into other requests. */
export class SealedRequests {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;

  constructor(unitOfWork: UnitOfWork, clock: Clock, tokens: TokenSource) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  /**
   * Whether a request may be taken: its seal goes with it, has what the application demands, and did not come before. A
   * request that has a nonce is taken once, whatever becomes of it.
   */
  async admits(app: App, seal: RequestSeal, method: string): Promise<boolean> {
    const now = this.#clock.now();
    const sound = checkSeal(seal, method, now, app.cryptStrict);
    if (sound?.nonce === undefined) return sound !== undefined;
    const digest = this.#tokens.digest(JSON.stringify([app.id, sound.nonce]));
    return this.#unitOfWork.run(async ({ requestNonces }) => {
      await requestNonces.deleteOutlived(now);
      return requestNonces.note(digest, sound.until, now);
    });
  }
}
