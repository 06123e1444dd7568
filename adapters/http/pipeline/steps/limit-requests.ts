import type { Socket } from 'node:net';
import { FairSemaphore } from '../../../../application/fair-semaphore.js';
import { RequestError } from '../../request-error.js';
import { type Client, onExchangeEnd } from '../exchange.js';
import type { ServerContext, StepContext } from '../step.js';

/** Maximum number of streams for each permitted concurrent request. All streams together may use half of all connections. */
const streamsPerRequest = 2;

const shareOfStreams = 1 / 4;

/**
 * Limits concurrent requests (see RequestSlots). Streams have other slots, because idle streams cause no work. Trusted proxies have
 * no limit of their own: they forward streams of many clients.
 * @returns a step that runs work in a slot; `becomeStream` exchanges the slot for that of a stream
 * @throws RequestError request.tooMany
 */
export function limitRequests({ maxRequests }: Pick<ServerContext, 'maxRequests'>) {
  const slots = new RequestSlots(maxRequests);
  const total = maxRequests * streamsPerRequest;
  const streams = new FairSemaphore({ total, perKey: Math.ceil(total * shareOfStreams) });
  return (ctx: StepContext, work: (becomeStream: () => void) => Promise<void>): Promise<void> => {
    const { client } = ctx.state.exchange;
    const slot = slots.acquire(client, ctx.req.socket);
    if (!slot) throw new RequestError('request.tooMany');
    onExchangeEnd(ctx.req, ctx.res, slot.exchangeEnds);
    const becomeStream = (): void => {
      const releaseStream = streams.tryAcquire(client.network, { isExempt: client.isProxy });
      if (!releaseStream) throw new RequestError('request.tooMany');
      slot.release();
      onExchangeEnd(ctx.req, ctx.res, releaseStream);
    };
    return work(becomeStream).finally(slot.workEnds);
  };
}

/** The slot of a running request. */
export interface RequestSlot {
  /** To be called when the work is done and only the answer is still being sent. */
  workEnds(): void;
  /** To be called when the answer is sent or the connection is closed. */
  exchangeEnds(): void;
  /** To be called when the answer no longer needs the slot. */
  release(): void;
}

/** Share of all slots that unread answers of a client may occupy while other clients wait. */
const shareOfAnswers = 1 / 4;

/**
 * Slots for concurrent requests. A request occupies a slot until its work is done and its exchange has ended: the answer is sent or
 * the connection is closed. A client acquires a slot if it has fewer slots than are free. One client can therefore occupy at most
 * half of all slots. If a client is short of exactly one slot, the service finds the other client with the most answers in transit.
 * If these answers occupy more than a quarter of all slots, the service closes the connection of the oldest of these answers.
 * Trusted proxies represent many clients. They may use all slots and lose none.
 */
export class RequestSlots {
  readonly #max: number;
  #free: number;
  readonly #taken = new Map<string, number>();
  /** Functions that abort answers in transit, by client, oldest first. */
  readonly #answers = new Map<string, Set<() => void>>();

  constructor(max: number) {
    this.#max = max;
    this.#free = max;
  }

  /** @returns undefined if no slot is available for the client */
  acquire(
    { network: client, isProxy }: Pick<Client, 'network' | 'isProxy'>,
    socket: Pick<Socket, 'destroy'>,
  ): RequestSlot | undefined {
    const own = this.#taken.get(client) ?? 0;
    const min = isProxy ? 1 : own + 1;
    if (this.#free === min - 1) this.#makeRoomFor(client);
    if (this.#free < min) return undefined;
    this.#free--;
    this.#taken.set(client, own + 1);
    let work = true;
    let exchange = true;
    let taken = true;
    const release = (): void => {
      if (taken) this.#release(client);
      taken = false;
      this.#forget(client, cut);
    };
    const cut = (): void => {
      release();
      socket.destroy();
    };
    return {
      workEnds: () => {
        work = false;
        if (!taken) return;
        if (!exchange) release();
        else if (!isProxy) this.#answers.set(client, (this.#answers.get(client) ?? new Set()).add(cut));
      },
      exchangeEnds: () => {
        exchange = false;
        if (!work) release();
      },
      release,
    };
  }

  #release(client: string): void {
    this.#free++;
    const others = (this.#taken.get(client) ?? 0) - 1;
    if (others > 0) this.#taken.set(client, others);
    else this.#taken.delete(client);
  }

  #forget(client: string, cut: () => void): void {
    const answers = this.#answers.get(client);
    if (answers?.delete(cut) && answers.size === 0) this.#answers.delete(client);
  }

  #makeRoomFor(client: string): void {
    let largest: ReadonlySet<() => void> | undefined;
    for (const [other, answers] of this.#answers) if (other !== client && answers.size > (largest?.size ?? 0)) largest = answers;
    if (!largest || largest.size <= Math.max(this.#max * shareOfAnswers, 1)) return;
    const [cutLongest] = largest;
    cutLongest?.();
  }
}
