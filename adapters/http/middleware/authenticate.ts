import type { Authentication, Refusal } from '../../../application/ports/authentication.js';
import type { App } from '../../../domain/identity/app.js';
import { presentedToken } from '../request/presented-token.js';
import { RequestError, type RequestErrorCode } from '../request/request-error.js';
import type { ServerContext, Step } from '../step.js';

/** What a refusal is on the controller that deals with tokens; everywhere else all of them are the same. */
const tokenErrors: Readonly<Record<Refusal, RequestErrorCode>> = {
  missing: 'access.tokenMissing',
  invalid: 'access.tokenInvalid',
  expired: 'access.tokenExpired',
  codeOfOtherApp: 'access.tokenInvalid',
};

/**
 * Establishes who calls. Signing in needs nobody; an application with a code of its own needs that code; all others need a
 * user's token. @throws RequestError access.*
 */
export function authenticate({ authenticator }: ServerContext): Step {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    const app = exchange.app as App;
    const isUserController = exchange.controllerName.toLowerCase() === 'user';
    exchange.token = presentedToken(ctx.req.headers);
    const { address: clientAddress } = exchange.client;
    if (isUserController && (ctx.method === 'POST' || ctx.method === 'OPTIONS')) {
      exchange.caller = { app, user: null, holder: { unrestricted: false, groups: [] }, clientAddress };
      return next();
    }
    if (app.security === 'crypt' && !isUserController) {
      exchange.caller = authenticator.byAppAlone(app, clientAddress);
      return next();
    }
    const isStatic = app.security === 'static';
    const establish = isStatic ? authenticator.byCode : authenticator.byUserToken;
    const authentication = await establish.call(authenticator, app, exchange.token, clientAddress);
    exchange.caller = callerOf(authentication, isUserController && !isStatic);
    if (isStatic && isUserController) throw new RequestError('access.notNeeded');
    return next();
  };
}

function callerOf(authentication: Authentication, tellsReason: boolean) {
  if ('caller' in authentication) return authentication.caller;
  const { refused } = authentication;
  if (tellsReason || refused === 'codeOfOtherApp') throw new RequestError(tokenErrors[refused] as 'access.tokenInvalid');
  throw new RequestError('access.unauthorized');
}
