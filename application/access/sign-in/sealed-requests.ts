import type { App } from '../../../domain/access/app.js';
import { checkSeal, type RequestSeal } from '../../../domain/access/request-seal.js';
import type { Clock, TokenSource } from '../../ports/environment.js';
import type { UnitOfWork } from '../../ports/unit-of-work.js';

/** Prevents replay and modification of encrypted requests. */
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
   * Whether a request is accepted: its seal is valid, complete for the application, and new. A nonce is consumed even if the
   * request fails.
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
