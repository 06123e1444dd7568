import type { Context } from 'koa';
import { type App, isEnabled, needsTls } from '../../../domain/identity/app.js';
import { hasBody } from '../request/announced-body.js';
import { readEncryptedRequest } from '../request/encrypted-parameters.js';
import { readNamedTarget } from '../request/named-target.js';
import type { RequestParameters } from '../request/query-parameters.js';
import { RequestError } from '../request/request-error.js';
import type { Exchange } from '../server/exchange.js';
import type { ServerContext, ServerState, Step } from '../server/step.js';

/** Finds the application and checks that the request may use it this way. @throws RequestError request.app*, request.tlsRequired */
export function findApp(context: ServerContext): Step {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    if (exchange.appName === '') throw new RequestError('request.noApp');
    const app = await context.application.directory.app(exchange.appName);
    if (!app) throw new RequestError('request.appUnknown');
    if (!isEnabled(app)) throw new RequestError('request.appDisabled');
    const encryption = context.authenticator.encryption(app);
    if (encryption === 'always' || (encryption === 'sometimes' && exchange.query.enc_request !== undefined))
      Object.assign(exchange, readNamedTarget(await openRequest(context, app, ctx)));
    if (needsTls(app) && !exchange.client.encrypted) throw new RequestError('request.tlsRequired');
    exchange.app = app;
    return next();
  };
}

/** Reads the encrypted part of a request. @throws RequestError request.encrypted for whatever is wrong with it */
async function openRequest(
  { application, authenticator }: ServerContext,
  app: App,
  { req, method, state: { exchange } }: Context & { state: ServerState },
): Promise<RequestParameters> {
  const encrypted = encryptedIn(exchange);
  if (!exchange.client.encrypted && (hasBody(req) || Object.keys(exchange.query).some((name) => !envelopeNames.has(name))))
    throw new RequestError('request.encrypted');
  exchange.opened = await authenticator.open(app, encrypted);
  const { parameters, seal } = readEncryptedRequest(exchange.opened, req.headers['content-type']);
  if (!(await application.sealedRequests.admits(app, seal, method))) throw new RequestError('request.encrypted');
  return parameters;
}

/** All that the query of an encrypted request has: over plain HTTP anybody on the way could add what is not in the envelope. */
const envelopeNames: ReadonlySet<string> = new Set(['app_id', 'enc_request']);

/** The encrypted part of a request; only requests without a path can have one. */
function encryptedIn({ query, isPathless }: Exchange): string {
  const { enc_request: encrypted } = query;
  if (!isPathless || typeof encrypted !== 'string') throw new RequestError('request.encrypted');
  return encrypted;
}
