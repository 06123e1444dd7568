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
import type { RequestSeal } from '../../../../domain/access/request-seal.js';
import { zonedTimestamp } from '../../../../domain/scalar-text.js';
import { RequestError } from '../../request-error.js';
import { noParameters, type RequestParameters, readJsonBody, readQueryParameters } from '../../wire/parameters.js';
import { audienceOf, type Client, hasBody } from '../exchange.js';
import { contentTypeOf } from '../request/body.js';
import { readNamedTarget } from '../request/target.js';
import type { ApiTarget, AppRequest, Authenticated, ServerContext, StepContext } from '../step.js';

/** Finds the application of a request. @throws RequestError request.app* */
export async function findApp({ application }: ServerContext, { appName }: ApiTarget): Promise<App> {
  if (appName === '') throw new RequestError('request.noApp');
  const app = await application.directory.app(appName);
  if (!app) throw new RequestError('request.appUnknown');
  if (!isEnabled(app)) throw new RequestError('request.appDisabled');
  return app;
}

/** Decrypts an encrypted request, and checks the requirements of the application on encryption. @throws RequestError */
export async function openForApp(context: ServerContext, ctx: StepContext, app: App, target: ApiTarget): Promise<AppRequest> {
  const { exchange } = ctx.state;
  const encryption = context.authenticator.encryption(app);
  const isEncrypted = encryption === 'always' || (encryption === 'sometimes' && target.query.enc_request !== undefined);
  const request = isEncrypted ? await openRequest(context, ctx, app, target) : { target, app, opened: undefined };
  exchange.controllerName = request.target.controllerName;
  if (needsTls(app) && !exchange.client.encrypted) throw new RequestError('request.tlsRequired');
  exchange.report.app = app.id;
  return request;
}

/** Decrypts a request. @throws RequestError request.encrypted for every failure */
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

/**
 * Query parameters permitted in an encrypted request. Over plain HTTP, others are refused because the encryption does not protect
 * them.
 */
const envelopeNames: ReadonlySet<string> = new Set(['app_id', 'enc_request']);

/** The encrypted content of a request; only requests without a path have it. */
function encryptedIn({ query, isPathless }: ApiTarget): string {
  const { enc_request: encrypted } = query;
  if (!isPathless || typeof encrypted !== 'string') throw new RequestError('request.encrypted');
  return encrypted;
}

/** Header with the expiry of the key, during its last two weeks. */
const keyExpiryHeader = 'Hexipam-Key-Expires';

/**
 * Refusals by reason. The token controller reports all reasons. Other controllers report only `codeOfOtherApp`, and otherwise
 * access.unauthorized.
 */
const tokenErrors = {
  missing: 'access.tokenMissing',
  invalid: 'access.tokenInvalid',
  expired: 'access.tokenExpired',
  codeOfOtherApp: 'access.tokenInvalid',
} as const satisfies Readonly<Record<Refusal, unknown>>;

/**
 * Authenticates the sender before the body is read. Every request needs credentials that the application accepts, except a sign-in
 * or OPTIONS of the user controller. A request without them gets a refusal. The step that reads the body throws this refusal,
 * because errors of a small body take precedence.
 */
export async function authenticate(
  { authenticator, application: { accessKeys } }: ServerContext,
  ctx: StepContext,
  { app, target, opened }: AppRequest,
): Promise<Authenticated> {
  const { req, method, state } = ctx;
  const { exchange } = state;
  const isUserController = target.controllerName.toLowerCase() === 'user';
  const presented = presentedRequest(req, exchange.client, opened, !isUserController); // reading a token does not extend it
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

/** @param isTokenController whether the request addresses the token controller, which reports the reason */
function refusalOf(authentication: Authentication, isTokenController: boolean): RequestError {
  if ('caller' in authentication) return new RequestError('access.notNeeded');
  const { refused } = authentication;
  const namesReason = isTokenController || refused === 'codeOfOtherApp';
  return new RequestError(namesReason ? tokenErrors[refused] : 'access.unauthorized');
}

/** Returns the request in the form that strategies use. @param isUse whether the request counts as use of its token or key */
function presentedRequest(
  request: IncomingMessage,
  { address, encrypted }: Client,
  opened: OpenedRequest | undefined,
  isUse: boolean,
): PresentedRequest {
  const { method = '', headers, socket } = request;
  const tls = { encrypted, clientCertificate: () => clientCertificateOf(socket) };
  return {
    method,
    headers,
    clientAddress: address,
    tls,
    opened,
    isUse,
    audience: audienceOf(request),
    isGone: () => socket.destroyed,
  };
}

function clientCertificateOf(socket: object): ClientCertificate | undefined {
  if (!('authorized' in socket && socket.authorized === true && 'getPeerCertificate' in socket)) return undefined;
  const { getPeerCertificate } = socket;
  if (typeof getPeerCertificate !== 'function') return undefined;
  const certificate: Partial<PeerCertificate> | null = getPeerCertificate.call(socket);
  if (!certificate?.raw || !certificate.fingerprint256) return undefined;
  const { raw, fingerprint256, subject, subjectaltname: subjectAltName = '' } = certificate;
  return { raw, fingerprint256, subject: { ...subject }, subjectAltName };
}

/**
 * Parses the content of an encrypted request: JSON, or a query string for the form content type. With authenticated encryption, the
 * fields method, time and nonce are not parameters, but the seal of the request.
 * @throws RequestError request.encrypted if decryption failed, request.noController for invalid JSON
 */
export function readEncryptedRequest(
  opened: OpenedRequest | undefined,
  contentType: string | undefined,
): { readonly parameters: RequestParameters; readonly seal: RequestSeal } {
  if (opened === undefined) throw new RequestError('request.encrypted');
  const parameters = readParameters(opened.text, contentType);
  if (!opened.isAuthenticated) return { parameters, seal: {} };
  const { method, time, nonce } = parameters;
  return { parameters: withoutSeal(parameters), seal: { method, time, nonce } };
}

const sealNames: ReadonlySet<string> = new Set(['method', 'time', 'nonce'] satisfies (keyof RequestSeal)[]);

function withoutSeal(parameters: RequestParameters): RequestParameters {
  const rest = noParameters();
  for (const [name, value] of Object.entries(parameters)) if (!sealNames.has(name)) rest[name] = value;
  return rest;
}

function readParameters(plaintext: string, contentType: string | undefined): RequestParameters {
  if (contentTypeOf(contentType) === 'application/x-www-form-urlencoded')
    return readQueryParameters(plaintext.replace(/^\?/, ''));
  try {
    return readJsonBody(plaintext);
  } catch {
    throw new RequestError('request.noController');
  }
}
