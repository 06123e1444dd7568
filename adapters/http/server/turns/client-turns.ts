import { clientNetworkOf } from '../../../../domain/identity/client-network.js';
import type { ApiRequest } from '../../api-request.js';
import { RequestError } from '../../request/request-error.js';

/** The request whose turn it is to come. */
type Asking = Pick<ApiRequest, 'clientAddress' | 'whenOver' | 'cut'>;

/** The requests of a client: those that have their turn, and those that wait for it, the first to come first. */
interface Turns {
  readonly begun: Set<Turn>;
  readonly waiting: Set<Turn>;
}

interface Turn {
  begin(): void;
  readonly cut: () => void;
  since: number;
}

/** How many go on at a time, and the milliseconds after which one is cut where another client has none and waits. */
export interface TurnLimits {
  readonly ofClient: number;
  readonly ofAll: number;
  readonly cutAfter: number;
}

/**
 * Lets a few requests go on at a time, of each client and of all, where each holds much memory until it is answered: others
 * wait. Who has fewest gets the next turn. Where a client has none and all are taken, the oldest of the client that has most
 * loses its connection when it has gone on for long: who takes answers slowly does not keep others out.
 */
export class ClientTurns {
  readonly #limits: TurnLimits;
  readonly #clients = new Map<string, Turns>();
  #begun = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Waits until it is a request's turn, which lasts until it is answered.
   * @returns throws RequestError request.aborted when the connection has gone before
   */
  wait({ clientAddress, whenOver, cut }: Asking): Promise<void> {
    const client = clientNetworkOf(clientAddress);
    const turns = this.#clients.get(client) ?? { begun: new Set(), waiting: new Set() };
    this.#clients.set(client, turns);
    return new Promise((resolve, reject) => {
      const turn: Turn = { begin: resolve, cut, since: 0 };
      turns.waiting.add(turn);
      whenOver(() => {
        if (turns.waiting.delete(turn)) reject(new RequestError('request.aborted'));
        else if (turns.begun.delete(turn)) this.#begun--;
        if (turns.begun.size + turns.waiting.size === 0) this.#clients.delete(client);
        this.#goOn();
      });
      this.#goOn();
    });
  }

  #goOn(): void {
    for (let next = this.#next(); next && this.#begun < this.#limits.ofAll; next = this.#next()) {
      const [turn] = next.waiting;
      if (!turn) return;
      next.waiting.delete(turn);
      next.begun.add(turn);
      this.#begun++;
      turn.since = performance.now();
      turn.begin();
    }
    if (this.#next()?.begun.size === 0) this.#timer ??= setTimeout(() => this.#makeRoom(), this.#limits.cutAfter).unref();
  }

  /** The client to which the next turn belongs. */
  #next(): Turns | undefined {
    let next: Turns | undefined;
    for (const turns of this.#clients.values()) {
      if (turns.waiting.size === 0 || turns.begun.size >= this.#limits.ofClient) continue;
      if (!next || turns.begun.size < next.begun.size) next = turns;
    }
    return next;
  }

  #makeRoom(): void {
    this.#timer = undefined;
    if (this.#next()?.begun.size !== 0) return;
    const [most] = [...this.#clients.values()].sort((a, b) => b.begun.size - a.begun.size);
    const [oldest] = most?.begun ?? [];
    if (oldest && performance.now() - oldest.since >= this.#limits.cutAfter) oldest.cut();
    this.#goOn();
  }
}
