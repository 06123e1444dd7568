import type { Socket } from 'node:net';
import { RequestError } from '../../request-error.js';
import { type Client, onExchangeEnd } from '../exchange.js';
import type { ServerContext, StepContext } from '../step.js';
import { StreamSlots } from '../stream-slots.js';

/**
 * Limits parallel requests of the interface (see RequestSlots). Streams have other slots.
 * @returns a step that runs work in a slot; `becomeStream` exchanges the slot for that of a stream
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

/** The slot of a running request. */
export interface RequestSlot {
  /** Called when the request's work is done and only its answer is being sent. */
  workEnds(): void;
  /** Called when the answer is sent or its connection is closed. */
  exchangeEnds(): void;
  /** Called when the answer no longer needs the slot. */
  leave(): void;
}

/** Share of all slots that a client's unread answers may occupy while other clients wait. */
const shareOfAnswers = 1 / 4;

/**
 * Slots for parallel requests, from their start until their work is done and their answer is sent or their connection is closed.
 * A client gets a further slot while it has fewer than there are free ones. So one client gets at most half of all slots, and
 * other clients still find some. If a client gets no slot, the client with the most answers in transit, if they exceed a quarter
 * of all slots, loses the connection of its oldest one. So slow readers do not block others. Trusted proxies, which stand for
 * many clients, may take all slots and lose none.
 */
export class RequestSlots {
  readonly #max: number;
  #free: number;
  readonly #taken = new Map<string, number>();
  /** Functions that cut answers in transit, by client, oldest first. */
  readonly #answers = new Map<string, Set<() => void>>();

  constructor(max: number) {
    this.#max = max;
    this.#free = max;
  }

  /** @returns undefined if the client gets no slot */
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
