import { strangerTo } from '../../../application/caller.js';
import type { Authentication, Authenticator, Refusal } from '../../../application/ports/authentication.js';
import { type App, proofOf } from '../../../domain/identity/app.js';
import { presentedToken } from '../request/presented-token.js';
import { RequestError } from '../request/request-error.js';
import { known } from '../server/exchange.js';
import type { ServerContext, Step } from '../server/step.js';

/** What a refusal is on the controller that deals with tokens; everywhere else all of them are the same. */
const tokenErrors = {
  missing: 'access.tokenMissing',
  invalid: 'access.tokenInvalid',
  expired: 'access.tokenExpired',
  codeOfOtherApp: 'access.tokenInvalid',
} as const satisfies Readonly<Record<Refusal, unknown>>;

/**
 * Establishes who calls, from the headers alone. Signing in needs nobody; an application with a code of its own needs that
 * code; all others need a user's token. A refusal is kept for the step that reads the body, since an error in a small body is
 * told first.
 */
export function authenticate({ authenticator }: ServerContext): Step {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    const app = known(exchange.app);
    const isUserController = exchange.controllerName.toLowerCase() === 'user';
    exchange.token = presentedToken(ctx.req.headers);
    const { address: clientAddress } = exchange.client;
    if (isUserController && (ctx.method === 'POST' || ctx.method === 'OPTIONS')) {
      exchange.caller = strangerTo(app, clientAddress);
      return next();
    }
    if (proofOf(app) === 'encryption' && !isUserController) {
      exchange.caller = authenticator.byAppAlone(app, clientAddress);
      exchange.isStranger = false;
      return next();
    }
    const isByCode = proofOf(app) === 'code';
    const authentication = await (isUserController && !isByCode
      ? authenticator.byUserToken(app, exchange.token, clientAddress, false) // to look at a token is no use of it
      : authenticationOf(authenticator, app, exchange.token, clientAddress, true));
    exchange.refusal = refusalOf(authentication, isUserController, isByCode);
    exchange.isStranger = exchange.refusal !== undefined;
    if ('caller' in authentication) exchange.caller = authentication.caller;
    return next();
  };
}

/** Who calls, in the way in which callers of an application prove it. @param isUse whether a token's expiry moves on */
export async function authenticationOf(
  authenticator: Authenticator,
  app: App,
  token: string | undefined,
  clientAddress: string,
  isUse: boolean,
): Promise<Authentication> {
  switch (proofOf(app)) {
    case 'encryption':
      return { caller: authenticator.byAppAlone(app, clientAddress) };
    case 'code':
      return authenticator.byCode(app, token, clientAddress);
    default:
      return authenticator.byUserToken(app, token, clientAddress, isUse);
  }
}

function refusalOf(authentication: Authentication, isUserController: boolean, isByCode: boolean): RequestError | undefined {
  if ('caller' in authentication) return isByCode && isUserController ? new RequestError('access.notNeeded') : undefined;
  const { refused } = authentication;
  const tellsReason = (isUserController && !isByCode) || refused === 'codeOfOtherApp';
  return new RequestError(tellsReason ? tokenErrors[refused] : 'access.unauthorized');
}
