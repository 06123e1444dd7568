import type { Context } from 'koa';
import { RequestError } from '../request/request-error.js';
import { onExchangeEnd } from '../server/on-exchange-end.js';
import { type RequestSlot, RequestSlots } from '../server/request-slots.js';
import type { ServerContext, ServerState, Step } from '../server/step.js';
import { StreamSlots } from '../server/stream-slots.js';

/**
 * Lets only so many requests be under way at the same time, from when they are known to be ones of the interface (see
 * RequestSlots); streams have slots of their own. @throws RequestError request.tooMany
 */
export function limitRequests({ maxRequests, trustedProxies }: Pick<ServerContext, 'maxRequests' | 'trustedProxies'>): Step {
  const slots = new RequestSlots(maxRequests, trustedProxies);
  const streams = new StreamSlots(maxRequests, trustedProxies);
  return (ctx, next) => {
    const slot = slots.take(ctx.state.exchange.client.address, ctx.req.socket);
    if (!slot) throw new RequestError('request.tooMany');
    onExchangeEnd(ctx.req, ctx.res, slot.exchangeEnds);
    ctx.state.exchange.becomeStream = becomeStream(ctx, slot, streams);
    return next().finally(slot.workEnds);
  };
}

/**
 * Made outside of the step: a function within it would have the step's variables outlive the first collections of garbage,
 * with all that belongs to the request (9 KB, and a tenth of the time that GET /subnets/{id}/ takes).
 */
const becomeStream =
  ({ req, res, state: { exchange } }: Context & { state: ServerState }, slot: RequestSlot, streams: StreamSlots) =>
  (): void => {
    const leaveStream = streams.take(exchange.client.address);
    if (!leaveStream) throw new RequestError('request.tooMany');
    slot.leave();
    onExchangeEnd(req, res, leaveStream);
  };
