import type {
  AnsweredRequest,
  AnsweredRequestReader,
  AnsweredRequestRepository,
  RequestKey,
} from '../../../application/ports/unit-of-work.js';
import { IpamError } from '../../../domain/errors.js';
import { saveNumbered } from '../records/numbered.js';
import type { Draft, Source } from '../records/state.js';

/** Maximum number of expired responses deleted at once. */
const sweep = 1000;

export class MemoryAnsweredRequestReader implements AnsweredRequestReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async find({ caller, key }: RequestKey): Promise<AnsweredRequest | undefined> {
    return this.#source.state.answeredRequests.firstUnder('key', [caller, key])?.value;
  }
}

export class MemoryAnsweredRequestRepository extends MemoryAnsweredRequestReader implements AnsweredRequestRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async add(requests: readonly AnsweredRequest[], now: Date): Promise<void> {
    for (const request of requests) {
      const known = await this.find(request);
      if (known && known.outlived.getTime() > now.getTime()) throw new IpamError('repeat.underWay');
      const { answeredRequests } = this.#draft.state;
      const key = [request.caller, request.key];
      this.#draft.set({ answeredRequests: saveNumbered(answeredRequests, 'key', key, request) });
    }
  }

  async deleteOutlived(now: Date): Promise<number> {
    let deleted = 0;
    for (const { id, value } of this.#draft.state.answeredRequests.under('outlived', [])) {
      if (deleted === sweep || value.outlived.getTime() > now.getTime()) break;
      this.#draft.set({ answeredRequests: this.#draft.state.answeredRequests.without(id) });
      deleted++;
    }
    return deleted;
  }
}
