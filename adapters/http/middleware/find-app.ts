import { clientOf } from '../client.js';
import { RequestError } from '../request/request-error.js';
import type { ServerContext, Step } from '../step.js';

/** Finds the application and checks that the request may use it this way. @throws RequestError request.app*, request.tlsRequired */
export function findApp({ application, trustedProxies }: ServerContext): Step {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    if (exchange.appName === '') throw new RequestError('request.noApp');
    const app = await application.directory.app(exchange.appName);
    if (!app) throw new RequestError('request.appUnknown');
    if (app.permission === 'disabled') throw new RequestError('request.appDisabled');
    if (app.security === 'crypt') throw new RequestError('request.encrypted');
    if (app.security !== 'none' && !clientOf(ctx.req, trustedProxies).encrypted) throw new RequestError('request.tlsRequired');
    exchange.app = app;
    return next();
  };
}
