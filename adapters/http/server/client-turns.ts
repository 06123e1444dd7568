import { clientNetworkOf } from '../../../domain/identity/client-network.js';
import { RequestError } from '../request/request-error.js';

/** The requests of a client: how many have their turn, and those that wait for it, the first to come first. */
interface Turns {
  begun: number;
  readonly waiting: Set<() => void>;
}

/** Lets a few requests of each client go on at a time, where each holds much memory until it is answered: others of it wait. */
export class ClientTurns {
  readonly #max: number;
  readonly #clients = new Map<string, Turns>();

  /** @param max requests of one client that go on at a time */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Waits until it is a request's turn.
   * @param whenOver has something run when the request is answered, or its connection is gone
   * @returns throws RequestError request.aborted when the connection has gone before
   */
  wait(clientAddress: string, whenOver: (run: () => void) => void): Promise<void> {
    const client = clientNetworkOf(clientAddress);
    const turns = this.#clients.get(client) ?? { begun: 0, waiting: new Set() };
    this.#clients.set(client, turns);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        turns.begun++;
        resolve();
      };
      if (turns.begun < this.#max) begin();
      else turns.waiting.add(begin);
      whenOver(() => {
        if (turns.waiting.delete(begin)) reject(new RequestError('request.aborted'));
        else this.#end(client, turns);
      });
    });
  }

  #end(client: string, turns: Turns): void {
    turns.begun--;
    const [next] = turns.waiting;
    if (next) {
      turns.waiting.delete(next);
      next();
    }
    if (turns.begun === 0) this.#clients.delete(client);
  }
}
