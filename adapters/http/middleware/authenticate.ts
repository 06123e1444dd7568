import type { IncomingMessage } from 'node:http';
import type { PeerCertificate } from 'node:tls';
import { strangerTo } from '../../../application/caller.js';
import type { ClientCertificate, OpenedRequest, PresentedRequest, Refusal } from '../../../application/ports/authentication.js';
import type { Authentication } from '../../../application/sign-in/authenticator.js';
import { RequestError } from '../request/request-error.js';
import { type Client, known } from '../server/exchange.js';
import type { ServerContext, Step } from '../server/step.js';

/** What a refusal is on the controller that deals with tokens; everywhere else all of them are the same. */
const tokenErrors = {
  missing: 'access.tokenMissing',
  invalid: 'access.tokenInvalid',
  expired: 'access.tokenExpired',
  codeOfOtherApp: 'access.tokenInvalid',
} as const satisfies Readonly<Record<Refusal, unknown>>;

/**
 * Establishes who calls, by what comes before the body. Signing in needs nobody; all else needs what the application accepts
 * as a proof. A refusal is kept for the step that reads the body, since an error in a small body is told first.
 */
export function authenticate({ authenticator }: ServerContext): Step {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    const app = known(exchange.app);
    const isUserController = exchange.controllerName.toLowerCase() === 'user';
    exchange.presented = presentedRequest(ctx.req, exchange.client, exchange.opened, !isUserController); // to look at a token is no use of it
    if (isUserController && (ctx.method === 'POST' || ctx.method === 'OPTIONS')) {
      exchange.caller = strangerTo(app, exchange.client.address);
      return next();
    }
    const hasTokens = authenticator.hasTokens(app);
    const purpose = isUserController && hasTokens ? 'ownToken' : 'requests';
    const authentication = await authenticator.authenticate(app, exchange.presented, purpose);
    exchange.refusal = refusalOf(authentication, isUserController, hasTokens);
    exchange.isStranger = exchange.refusal !== undefined;
    if ('caller' in authentication) {
      exchange.caller = authentication.caller;
      exchange.token = authentication.token;
    }
    return next();
  };
}

function refusalOf(authentication: Authentication, isUserController: boolean, hasTokens: boolean): RequestError | undefined {
  if ('caller' in authentication) return isUserController && !hasTokens ? new RequestError('access.notNeeded') : undefined;
  const { refused } = authentication;
  const tellsReason = (isUserController && hasTokens) || refused === 'codeOfOtherApp';
  return new RequestError(tellsReason ? tokenErrors[refused] : 'access.unauthorized');
}

/** What a request has for the strategies that prove who sends it. @param isUse whether what proves it is being used */
function presentedRequest(
  request: IncomingMessage,
  { address, encrypted }: Client,
  opened: OpenedRequest | undefined,
  isUse: boolean,
): PresentedRequest {
  const { method = '', headers, socket } = request;
  const tls = { encrypted, clientCertificate: () => clientCertificateOf(socket) };
  return { method, headers, clientAddress: address, tls, opened, isUse, isGone: () => socket.destroyed };
}

/** A connection has certificates where it is one of TLS; one that the server does not trust counts as none. */
function clientCertificateOf(socket: object): ClientCertificate | undefined {
  if (!('authorized' in socket && socket.authorized === true && 'getPeerCertificate' in socket)) return undefined;
  const { getPeerCertificate } = socket;
  if (typeof getPeerCertificate !== 'function') return undefined;
  const certificate: Partial<PeerCertificate> | null = getPeerCertificate.call(socket);
  if (!certificate?.raw || !certificate.fingerprint256) return undefined;
  const { raw, fingerprint256, subject, subjectaltname: subjectAltName = '' } = certificate;
  return { raw, fingerprint256, subject: { ...subject }, subjectAltName };
}
