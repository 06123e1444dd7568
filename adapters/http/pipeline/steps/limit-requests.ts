import type { Socket } from 'node:net';
import { RequestError } from '../../request-error.js';
import { type Client, onExchangeEnd } from '../exchange.js';
import type { ServerContext, StepContext } from '../step.js';
import { StreamSlots } from '../stream-slots.js';

/**
 * Limits the number of requests under way, once they are known to be ones of the interface (see RequestSlots); streams have
 * slots of their own.
 * @returns a step that runs work with a slot; `becomeStream` exchanges the slot for that of a stream
 * @throws RequestError request.tooMany
 */
export function limitRequests({ maxRequests }: Pick<ServerContext, 'maxRequests'>) {
  const slots = new RequestSlots(maxRequests);
  const streams = new StreamSlots(maxRequests);
  return (ctx: StepContext, work: (becomeStream: () => void) => Promise<void>): Promise<void> => {
    const { client } = ctx.state.exchange;
    const slot = slots.acquire(client, ctx.req.socket);
    if (!slot) throw new RequestError('request.tooMany');
    onExchangeEnd(ctx.req, ctx.res, slot.exchangeEnds);
    const becomeStream = (): void => {
      const leaveStream = streams.acquire(client);
      if (!leaveStream) throw new RequestError('request.tooMany');
      slot.leave();
      onExchangeEnd(ctx.req, ctx.res, leaveStream);
    };
    return work(becomeStream).finally(slot.workEnds);
  };
}

/** The slot of a request that is under way. */
export interface RequestSlot {
  /** To be called when the request's work is done: what remains is that its client takes the answer. */
  workEnds(): void;
  /** To be called when the answer is sent, or its connection is gone. */
  exchangeEnds(): void;
  /** To be called when its answer is none that the slot is for. */
  leave(): void;
}

/** The part of all slots that answers to one client may keep while others wait. */
const shareOfAnswers = 1 / 4;

/**
 * The requests that may be under way at the same time: from their beginning until their work is done and their answer is sent
 * or their connection gone. A client gets a further slot while it has fewer than are free: one alone may have half of them,
 * and though several take what they get, others find slots. Where a client gets none, another one to which more than a quarter
 * of all are being answered loses the connection of its longest such answer: who takes answers slowly does not keep others out.
 * Trusted proxies, behind which many clients may be, may take all and lose none.
 */
export class RequestSlots {
  readonly #max: number;
  #free: number;
  readonly #taken = new Map<string, number>();
  /** Ends the answers that are being sent, by client, the longest first. */
  readonly #answers = new Map<string, Set<() => void>>();

  constructor(max: number) {
    this.#max = max;
    this.#free = max;
  }

  /** @returns undefined when there is no slot for this client */
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
    const leave = (): void => {
      if (taken) this.#giveBack(client);
      taken = false;
      this.#forget(client, cut);
    };
    const cut = (): void => {
      leave();
      socket.destroy();
    };
    return {
      workEnds: () => {
        work = false;
        if (!taken) return;
        if (!exchange) leave();
        else if (!isProxy) this.#answers.set(client, (this.#answers.get(client) ?? new Set()).add(cut));
      },
      exchangeEnds: () => {
        exchange = false;
        if (!work) leave();
      },
      leave,
    };
  }

  #giveBack(client: string): void {
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
