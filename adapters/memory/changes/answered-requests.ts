import type { AnsweredRequest, AnsweredRequestRepository, RequestKey } from '../../../application/ports/unit-of-work.js';
import { IpamError } from '../../../domain/errors.js';
import { MemoryRepository } from '../records/state.js';

/** Maximum number of expired responses deleted at once. */
const sweep = 1000;

export class MemoryAnsweredRequestRepository extends MemoryRepository implements AnsweredRequestRepository {
  readonly #requests = this.draft.collection('answeredRequests');

  async find({ caller, key }: RequestKey): Promise<AnsweredRequest | undefined> {
    return this.#requests.find(caller, key);
  }

  async add(requests: readonly AnsweredRequest[], now: Date): Promise<void> {
    for (const request of requests) {
      const known = this.#requests.find(request.caller, request.key);
      if (known && known.outlived > now) throw new IpamError('repeat.underWay');
      this.#requests.save(request);
    }
  }

  async deleteOutlived(now: Date): Promise<number> {
    return this.#requests.deleteWhile('outlived', ({ outlived }) => outlived <= now, sweep);
  }
}
