import type { PasswordHasher } from '../../application/ports/environment.js';
import { PendingReplies, type WorkerMessage } from './worker-messages.js';

/** Milliseconds to wait for a slot. Afterwards the check starts without a slot. */
const maxWait = 5000;

/** Executes password checks in slots of the primary process. */
export class WorkerPasswords {
  readonly #send: (message: WorkerMessage) => void;
  readonly #slots = new PendingReplies(maxWait);

  constructor(send: (message: WorkerMessage) => void) {
    this.#send = send;
  }

  inTurn(hasher: PasswordHasher): PasswordHasher {
    return {
      hash: (password, asker) => this.#inTurn(() => hasher.hash(password, asker)),
      verify: (password, hash, asker) => this.#inTurn(() => hasher.verify(password, hash, asker)),
      isOutdated: (hash) => hasher.isOutdated(hash),
      isCommon: async (password) => (await hasher.isCommon?.(password)) ?? false,
    };
  }

  begin(id: number): void {
    this.#slots.receive(id);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    let slot = 0;
    await this.#slots.ask((id) => {
      slot = id;
      this.#send({ kind: 'passwordAsked', id });
    });
    try {
      return await work();
    } finally {
      this.#send({ kind: 'passwordDone', id: slot });
    }
  }
}
