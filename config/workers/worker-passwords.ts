import type { PasswordHasher } from '../../application/ports/environment.js';
import type { WorkerMessage } from './worker-messages.js';

/** Milliseconds to wait for a slot. Afterwards the check starts without a slot. */
const maxWait = 5000;

/** Executes password checks in slots of the primary process. */
export class WorkerPasswords {
  readonly #send: (message: WorkerMessage) => void;
  readonly #waiting = new Map<number, () => void>();
  #lastId = 0;

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
    this.#waiting.get(id)?.();
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const id = ++this.#lastId;
    await this.#place(id);
    try {
      return await work();
    } finally {
      this.#send({ kind: 'passwordDone', id });
    }
  }

  #place(id: number): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(begin, maxWait).unref();
      this.#waiting.set(id, begin);
      this.#send({ kind: 'passwordAsked', id });
    });
  }
}
