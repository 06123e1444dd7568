import type { OwnedNonce, RequestNonceRepository } from '../../../application/ports/identity.js';
import type { NonceLimits } from '../../../domain/access/second-factor.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft } from '../records/state.js';

/** Maximum number of expired nonces deleted at once. */
const sweep = 100;

export class MemoryRequestNonceRepository implements RequestNonceRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  async note(digest: string, until: Date, now: Date): Promise<boolean> {
    const { requestNonces } = this.#draft.state;
    const known = requestNonces.firstUnder('digest', [digest])?.value;
    if (known && known.outlived.getTime() >= now.getTime()) return false;
    const nonce = { digest, outlived: until, owner: null };
    this.#draft.set({ requestNonces: saveNumbered(requestNonces, 'digest', [digest], nonce) });
    return true;
  }

  async noteOwned({ digest, owner, until }: OwnedNonce, { ofOwner, inAll }: NonceLimits): Promise<void> {
    const nonce = { digest, outlived: until, owner };
    this.#draft.set({ requestNonces: saveNumbered(this.#draft.state.requestNonces, 'digest', [digest], nonce) });
    this.#deleteFirst('owner', [owner], ofOwner);
    this.#deleteFirst('owned', [], inAll);
  }

  #deleteFirst(index: 'owner' | 'owned', key: readonly string[], keep: number): void {
    const nonces = [...this.#draft.state.requestNonces.under(index, key)];
    for (const { id } of nonces.slice(0, Math.max(0, nonces.length - keep)))
      this.#draft.set({ requestNonces: this.#draft.state.requestNonces.without(id) });
  }

  async take(digest: string, now: Date): Promise<boolean> {
    const { requestNonces } = this.#draft.state;
    const known = requestNonces.firstUnder('digest', [digest])?.value;
    if (!known || known.outlived.getTime() < now.getTime()) return false;
    this.#draft.set({ requestNonces: withoutNumbered(requestNonces, 'digest', [digest]) ?? requestNonces });
    return true;
  }

  async deleteOutlived(now: Date): Promise<number> {
    let deleted = 0;
    for (const { id, value } of this.#draft.state.requestNonces.under('outlived', [])) {
      if (deleted === sweep || value.outlived.getTime() >= now.getTime()) break;
      this.#draft.set({ requestNonces: this.#draft.state.requestNonces.without(id) });
      deleted++;
    }
    return deleted;
  }
}
