import { RequestError } from '../request/request-error.js';
import { onExchangeEnd } from '../server/on-exchange-end.js';
import { RequestPlaces } from '../server/request-places.js';
import type { ServerContext, Step } from '../server/step.js';

/**
 * Lets only so many requests be under way at the same time, from when they are known to be ones of the interface (see
 * RequestPlaces). @throws RequestError request.tooMany
 */
export function limitRequests({ maxRequests, trustedProxies }: Pick<ServerContext, 'maxRequests' | 'trustedProxies'>): Step {
  const places = new RequestPlaces(maxRequests, trustedProxies);
  return (ctx, next) => {
    const place = places.take(ctx.state.exchange.client.address, ctx.req.socket);
    if (!place) throw new RequestError('request.tooMany');
    onExchangeEnd(ctx.req, ctx.res, place.exchangeEnds);
    return next().finally(place.workEnds);
  };
}
