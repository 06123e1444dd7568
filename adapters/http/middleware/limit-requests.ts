import type { Context } from 'koa';
import { RequestError } from '../request/request-error.js';
import { onExchangeEnd } from '../server/on-exchange-end.js';
import { type RequestPlace, RequestPlaces } from '../server/request-places.js';
import type { ServerContext, ServerState, Step } from '../server/step.js';
import { StreamPlaces } from '../server/stream-places.js';

/**
 * Lets only so many requests be under way at the same time, from when they are known to be ones of the interface (see
 * RequestPlaces); streams have places of their own. @throws RequestError request.tooMany
 */
export function limitRequests({ maxRequests, trustedProxies }: Pick<ServerContext, 'maxRequests' | 'trustedProxies'>): Step {
  const places = new RequestPlaces(maxRequests, trustedProxies);
  const streams = new StreamPlaces(maxRequests, trustedProxies);
  return (ctx, next) => {
    const place = places.take(ctx.state.exchange.client.address, ctx.req.socket);
    if (!place) throw new RequestError('request.tooMany');
    onExchangeEnd(ctx.req, ctx.res, place.exchangeEnds);
    ctx.state.exchange.becomeStream = becomeStream(ctx, place, streams);
    return next().finally(place.workEnds);
  };
}

/**
 * Made outside of the step: a function within it would have the step's variables outlive the first collections of garbage,
 * with all that belongs to the request (9 KB, and a tenth of the time that GET /subnets/{id}/ takes).
 */
const becomeStream =
  ({ req, res, state: { exchange } }: Context & { state: ServerState }, place: RequestPlace, streams: StreamPlaces) =>
  (): void => {
    const leaveStream = streams.take(exchange.client.address);
    if (!leaveStream) throw new RequestError('request.tooMany');
    place.leave();
    onExchangeEnd(req, res, leaveStream);
  };
