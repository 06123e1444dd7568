import type { IncomingMessage } from 'node:http';
import type { PeerCertificate } from 'node:tls';
import type { Context } from 'koa';
import type { Authentication } from '../../../../application/access/sign-in/authenticator.js';
import { unauthenticatedCaller } from '../../../../application/caller.js';
import type {
  ClientCertificate,
  OpenedRequest,
  PresentedRequest,
  Refusal,
} from '../../../../application/ports/authentication.js';
import { type App, isEnabled, needsTls } from '../../../../domain/access/app.js';
import { zonedTimestamp } from '../../../../domain/scalar-text.js';
import { RequestError } from '../../request-error.js';
import type { RequestParameters } from '../../wire/parameters.js';
import { type Client, type Exchange, hasBody, requireStep } from '../exchange.js';
import { readEncryptedRequest } from '../request/encrypted-parameters.js';
import { readNamedTarget } from '../request/named-target.js';
import type { ServerContext, ServerState, Step } from '../step.js';

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

/** Tells when the key of the request expires, from two weeks before on. */
const keyExpiryHeader = 'Hexipam-Key-Expires';

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
export function authenticate({ authenticator, application: { accessKeys } }: ServerContext): Step {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    const app = requireStep(exchange.app);
    const isUserController = exchange.controllerName.toLowerCase() === 'user';
    exchange.presented = presentedRequest(ctx.req, exchange.client, exchange.opened, !isUserController); // to look at a token is no use of it
    if (isUserController && (ctx.method === 'POST' || ctx.method === 'OPTIONS')) {
      exchange.caller = unauthenticatedCaller(app, exchange.client.address);
      return next();
    }
    const hasTokens = authenticator.hasTokens(app);
    const purpose = isUserController && hasTokens ? 'ownToken' : 'requests';
    const authentication = await authenticator.authenticate(app, exchange.presented, purpose);
    exchange.refusal = refusalOf(authentication, isUserController, hasTokens);
    exchange.isUnauthenticated = exchange.refusal !== undefined;
    if ('caller' in authentication) {
      exchange.caller = authentication.caller;
      exchange.token = authentication.token;
      const { key } = authentication.caller;
      const expiry = key && accessKeys.expiryToTell(key);
      if (expiry !== undefined) ctx.set(keyExpiryHeader, zonedTimestamp(expiry));
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
