import type { Exchange } from '../exchange.js';
import { readEncryptedRequest } from '../request/encrypted-parameters.js';
import { readNamedTarget } from '../request/named-target.js';
import { RequestError } from '../request/request-error.js';
import type { ServerContext, Step } from '../step.js';

/** Finds the application and checks that the request may use it this way. @throws RequestError request.app*, request.tlsRequired */
export function findApp({ application, authenticator }: ServerContext): Step {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    if (exchange.appName === '') throw new RequestError('request.noApp');
    const app = await application.directory.app(exchange.appName);
    if (!app) throw new RequestError('request.appUnknown');
    if (app.permission === 'disabled') throw new RequestError('request.appDisabled');
    if (app.security === 'crypt') {
      const plaintext = await authenticator.decrypt(app, encryptedIn(exchange));
      Object.assign(exchange, readNamedTarget(readEncryptedRequest(plaintext, ctx.req.headers['content-type'])));
    }
    if (app.security !== 'none' && app.security !== 'crypt' && !exchange.client.encrypted)
      throw new RequestError('request.tlsRequired');
    exchange.app = app;
    return next();
  };
}

/** The encrypted part of a request; only requests without a path can have one. */
function encryptedIn({ query, isPathless }: Exchange): string {
  const { enc_request: encrypted } = query;
  if (!isPathless || typeof encrypted !== 'string') throw new RequestError('request.encrypted');
  return encrypted;
}
