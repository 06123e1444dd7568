import type { IncomingMessage } from 'node:http';
import type { PeerCertificate } from 'node:tls';
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
import { type Client, hasBody } from '../exchange.js';
import { readEncryptedRequest } from '../request/encrypted-parameters.js';
import { readNamedTarget } from '../request/named-target.js';
import type { ApiTarget, AppRequest, Authenticated, ServerContext, StepContext } from '../step.js';

/** Finds the application and checks that the request may use it this way. @throws RequestError request.app*, request.tlsRequired */
export async function findApp(context: ServerContext, ctx: StepContext, target: ApiTarget): Promise<AppRequest> {
  const { exchange } = ctx.state;
  if (target.appName === '') throw new RequestError('request.noApp');
  const app = await context.application.directory.app(target.appName);
  if (!app) throw new RequestError('request.appUnknown');
  if (!isEnabled(app)) throw new RequestError('request.appDisabled');
  const encryption = context.authenticator.encryption(app);
  const isEncrypted = encryption === 'always' || (encryption === 'sometimes' && target.query.enc_request !== undefined);
  const request = isEncrypted ? await openRequest(context, ctx, app, target) : { target, app, opened: undefined };
  exchange.controllerName = request.target.controllerName;
  if (needsTls(app) && !exchange.client.encrypted) throw new RequestError('request.tlsRequired');
  exchange.report.app = app.id;
  return request;
}

/** Decrypts a request. @throws RequestError request.encrypted for whatever is wrong with it */
async function openRequest(
  { application, authenticator }: ServerContext,
  { req, method, state: { exchange } }: StepContext,
  app: App,
  target: ApiTarget,
): Promise<AppRequest> {
  const encrypted = encryptedIn(target);
  if (!exchange.client.encrypted && (hasBody(req) || Object.keys(target.query).some((name) => !envelopeNames.has(name))))
    throw new RequestError('request.encrypted');
  const opened = await authenticator.open(app, encrypted);
  const { parameters, seal } = readEncryptedRequest(opened, req.headers['content-type']);
  if (!(await application.sealedRequests.admits(app, seal, method))) throw new RequestError('request.encrypted');
  return { target: { ...target, ...readNamedTarget(parameters) }, app, opened };
}

/** All that the query of an encrypted request has: over plain HTTP anybody on the way could add what is not in the envelope. */
const envelopeNames: ReadonlySet<string> = new Set(['app_id', 'enc_request']);

/** The encrypted part of a request; only requests without a path can have one. */
function encryptedIn({ query, isPathless }: ApiTarget): string {
  const { enc_request: encrypted } = query;
  if (!isPathless || typeof encrypted !== 'string') throw new RequestError('request.encrypted');
  return encrypted;
}

/** Reports when the key of the request expires, from two weeks before on. */
const keyExpiryHeader = 'Hexipam-Key-Expires';

/** What a refusal is on the controller that deals with tokens; everywhere else all of them are the same. */
const tokenErrors = {
  missing: 'access.tokenMissing',
  invalid: 'access.tokenInvalid',
  expired: 'access.tokenExpired',
  codeOfOtherApp: 'access.tokenInvalid',
} as const satisfies Readonly<Record<Refusal, unknown>>;

/**
 * Authenticates the sender by what comes before the body. Signing in needs no proof; every other request needs one that the
 * application accepts. The step that reads the body throws a refusal, since an error in a small body is reported first.
 */
export async function authenticate(
  { authenticator, application: { accessKeys } }: ServerContext,
  ctx: StepContext,
  { app, target, opened }: AppRequest,
): Promise<Authenticated> {
  const { req, method, state } = ctx;
  const { exchange } = state;
  const isUserController = target.controllerName.toLowerCase() === 'user';
  const presented = presentedRequest(req, exchange.client, opened, !isUserController); // to read a token is no use of it
  if (isUserController && (method === 'POST' || method === 'OPTIONS')) {
    const caller = unauthenticatedCaller(app, exchange.client.address);
    return { presented, isUnauthenticated: true, sender: { caller, token: undefined } };
  }
  const hasTokens = authenticator.hasTokens(app);
  const purpose = isUserController && hasTokens ? 'ownToken' : 'requests';
  const authentication = await authenticator.authenticate(app, presented, purpose);
  if ('caller' in authentication) exchange.report.user = authentication.caller.user?.username;
  if (!('caller' in authentication) || (isUserController && !hasTokens))
    return { presented, isUnauthenticated: true, refusal: refusalOf(authentication, isUserController && hasTokens) };
  const { caller, token } = authentication;
  const expiry = caller.key && accessKeys.expiryToTell(caller.key);
  if (expiry !== undefined) ctx.set(keyExpiryHeader, zonedTimestamp(expiry));
  return { presented, isUnauthenticated: false, sender: { caller, token } };
}

/** @param isTokenController whether the request is for the controller of tokens, which names the reason */
function refusalOf(authentication: Authentication, isTokenController: boolean): RequestError {
  if ('caller' in authentication) return new RequestError('access.notNeeded');
  const { refused } = authentication;
  const namesReason = isTokenController || refused === 'codeOfOtherApp';
  return new RequestError(namesReason ? tokenErrors[refused] : 'access.unauthorized');
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
