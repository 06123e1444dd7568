import { RequestError } from '../request/request-error.js';
import { onExchangeEnd } from '../server/on-exchange-end.js';
import { RequestPlaces } from '../server/request-places.js';
import type { ServerContext, Step } from '../server/step.js';
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
    ctx.state.exchange.becomeStream = () => {
      const leaveStream = streams.take(ctx.state.exchange.client.address);
      if (!leaveStream) throw new RequestError('request.tooMany');
      place.leave();
      onExchangeEnd(ctx.req, ctx.res, leaveStream);
    };
    return next().finally(place.workEnds);
  };
}
