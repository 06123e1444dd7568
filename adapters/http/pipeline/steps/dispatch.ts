import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../../../application/caller.js';
import { dependsOnRecords, requireOperation } from '../../../../domain/access/access-policy.js';
import { type App, type AppPermission, appAllows } from '../../../../domain/access/app.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { Answer } from '../../answer.js';
import type { ApiRequest, Controller, Route, RouteMethod } from '../../api-request.js';
import { mappedError } from '../../error-mapping.js';
import { RequestError } from '../../request-error.js';
import { describeController, describeRoot } from '../../routes/options.js';
import type { MatchedRoute } from '../../routes/route-table.js';
import { isAllocation, needOf } from '../../routes/scope-needs.js';
import type { RequestParameters } from '../../wire/parameters.js';
import { onExchangeEnd, relyingPartyOf } from '../exchange.js';
import { contentTypeOf, isReadableContentType, readingMethods } from '../request/body.js';
import {
  expectingCaller,
  readWriteRequest,
  rememberingWriter,
  storedAnswer,
  tryingWriter,
  type Writer,
} from '../request/write-request.js';
import type { ReadRequest, ServerContext, StepContext } from '../step.js';
import { limitAllocations } from './limit-rates.js';

const writingMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Controllers whose routes need different permissions. */
const withOwnRules: ReadonlySet<string> = new Set(['user', 'admin']);

/**
 * Checks before route matching: write permission of the application, content type, controller, method.
 * @returns the controller; undefined for a read request without one
 * @throws RequestError access.readOnly, request.contentType, request.unknownController, request.unknownMethod
 */
export function checkRequest(
  { routeTable }: ServerContext,
  { method, req }: StepContext,
  request: ReadRequest,
): Controller | undefined {
  const { app, target } = request;
  const { controllerName } = target;
  const writes = writingMethods.has(method);
  if (writes && !withOwnRules.has(controllerName.toLowerCase()) && !appAllows(app, 'write'))
    throw new RequestError('access.readOnly');
  const type = contentTypeOf(req.headers['content-type']);
  if (!isReadableContentType(type, target)) throw new RequestError('request.contentType', { type });
  const controller = controllerName === '' ? undefined : routeTable.controller(controllerName);
  if (!controller && writes) throw new RequestError('request.noController');
  if (!writes && !readingMethods.has(method)) throw new RequestError('request.unknownMethod');
  return controller;
}

/**
 * Serializes the writes of an application if its setting requires it. Revoking a token is a write, signing in is not.
 * @throws IpamError app.lockTimeout
 */
export function serializeWrites(
  { application: { serializedWrites } }: ServerContext,
  { method }: StepContext,
  { app, target }: ReadRequest,
  work: () => Promise<void>,
): Promise<void> {
  const signsIn = method === 'POST' && target.controllerName.toLowerCase() === 'user';
  return writingMethods.has(method) && !signsIn ? serializedWrites.run(app, work) : work();
}

const routeMethods: Readonly<Record<string, RouteMethod>> = {
  GET: 'GET',
  HEAD: 'GET',
  POST: 'POST',
  PUT: 'PATCH',
  PATCH: 'PATCH',
  DELETE: 'DELETE',
};

/**
 * Matches the route and executes it. A request without a controller gets the description of the application. An OPTIONS request
 * with a controller gets the description of the controller.
 * @returns the answer of the route, or the description
 */
export async function dispatch(
  context: ServerContext,
  ctx: StepContext,
  controller: Controller | undefined,
  request: ReadRequest,
): Promise<Answer> {
  const { method, state } = ctx;
  const { root, report } = state.exchange;
  const { app, caller } = request;
  const routeMethod = routeMethods[method];
  if (!controller || !routeMethod) report.route = controller ? `/${controller.names[0]}/` : '/';
  if (!controller) return describeRoot(app, root, caller);
  if (!routeMethod) return describeController(app, root, controller, request.target.ids, request.parameters, caller);
  const ids = idsOf(request);
  const matched = context.routeTable.find(controller, routeMethod, ids);
  report.route = matched.template;
  checkAccess(matched.route, controller, caller, app);
  if (context.application.rateLimiter.isLimited(caller, 'allocations') && isAllocation(controller, matched.route))
    await limitAllocations(context, ctx, caller, request.parameters);
  const run = () => runOnce(context, ctx, matched, requestOf(context, ctx, { matched, controller, ids }, request));
  const { readRouter } = context.application;
  return readRouter && routeMethod !== 'GET' ? readRouter.writing(caller, run) : run();
}

/**
 * Checks the permissions required by a route.
 * @throws RequestError access.readOnly, access.adminOnly; IpamError permission.denied
 */
function checkAccess(route: Route, controller: Controller, { principal, user }: Caller, app: App): void {
  const need = dependsOnRecords(principal) ? needOf(controller, route) : undefined;
  requireOperation(route.access, { app, principal, user }, withoutPermission, need);
}

const withoutPermission = (lacking: AppPermission): RequestError =>
  new RequestError(lacking === 'admin' ? 'access.adminOnly' : 'access.readOnly');

/** Executes a route. A request with a known idempotency key gets the stored answer. */
async function runOnce(
  { application: { repeats } }: ServerContext,
  ctx: StepContext,
  matched: MatchedRoute,
  request: ApiRequest,
): Promise<Answer> {
  const { headers } = ctx.req;
  const { caller } = request;
  if (matched.route.method === 'GET' || hasNoWriteOptions(headers, request.parameters)) return run(matched, request);
  const { parameters, isDryRun, keyed } = readWriteRequest(matched.route, headers, request);
  const runWith = (own: Partial<Writer>) => run(matched, { ...request, parameters, ...own });
  if (!keyed) return runWith(isDryRun ? tryingWriter(caller) : {});
  const outcome = await repeats.once(caller, keyed, (remember) => runWith(rememberingWriter(caller, remember)));
  if ('result' in outcome) return outcome.result;
  ctx.set('Idempotent-Replayed', 'true');
  return storedAnswer(outcome.response);
}

const hasNoWriteOptions = (headers: IncomingHttpHeaders, parameters: RequestParameters): boolean =>
  headers['idempotency-key'] === undefined && !Object.hasOwn(parameters, 'dry_run');

async function run({ route: { handle, errorMapping }, path }: MatchedRoute, request: ApiRequest): Promise<Answer> {
  try {
    return await handle(request);
  } catch (error) {
    throw errorMapping ? mappedError(error, errorMapping, { id: path.id, parameters: request.parameters }) : error;
  }
}

/** Returns the caller with current permissions, because application and user may have changed. */
async function renewedCaller(
  { application, authenticator }: ServerContext,
  { target: { appName }, presented }: ReadRequest,
  route: Route,
  controller: Controller,
): Promise<Caller | undefined> {
  const app = await application.directory.app(appName);
  if (!app || app.permission === 'disabled') return undefined;
  const authentication = await authenticator.authenticate(app, { ...presented, isUse: false }, 'requests');
  if (!('caller' in authentication)) return undefined;
  try {
    checkAccess(route, controller, authentication.caller, app);
    return authentication.caller;
  } catch {
    return undefined; // no longer permitted
  }
}

/** Returns the ids after the controller. If the path has none, the parameters id, id2, id3 and id4 replace them. */
function idsOf({ target: { ids }, parameters }: ReadRequest): readonly string[] {
  if (ids.length > 0) return ids;
  const input = ['id', 'id2', 'id3', 'id4'].map((name) => parameters[name]);
  const end = input.findIndex((id) => (typeof id !== 'string' && typeof id !== 'number') || id === '');
  return input.slice(0, end < 0 ? input.length : end).map(String);
}

/** Returns a caller whose long units of work end when the client disconnects. @param isGone whether it has disconnected */
const awaitedCaller = (caller: Caller, isGone: () => boolean): Caller => ({
  ...caller,
  requireAwaited: () => {
    if (isGone()) throw new RequestError('request.aborted');
  },
});

interface FoundRoute {
  readonly matched: MatchedRoute;
  readonly controller: Controller;
  readonly ids: readonly string[];
}

function codeIn(headers: IncomingHttpHeaders, { otp }: RequestParameters): string | undefined {
  const code = scalarText(headers['x-hexipam-otp']) ?? scalarText(otp) ?? '';
  return code === '' ? undefined : code;
}

function requestOf(
  context: ServerContext,
  { req, res, state: { exchange } }: StepContext,
  { matched: { route, path }, controller, ids }: FoundRoute,
  request: ReadRequest,
): ApiRequest {
  const { app, target, presented, parameters, table, token } = request;
  const { headers } = req;
  const lastEventId = headers['last-event-id'];
  const expected = route.method === 'GET' ? undefined : headers['if-match'];
  const { isGone } = presented;
  const party = () => relyingPartyOf(headers, exchange.client, context.publicOrigins);
  const awaited = route.method === 'GET' ? request.caller : awaitedCaller(request.caller, isGone);
  const caller = expected === undefined ? awaited : expectingCaller(awaited, route, expected);
  return {
    caller,
    write: async (work, answer) => answer(await work(caller)),
    app,
    controller: target.controllerName.toLowerCase(),
    ids,
    path,
    parameters,
    table,
    clientAddress: exchange.client.address,
    token,
    isGone,
    whenOver: (run) => onExchangeEnd(req, res, run),
    cut: () => void req.socket.destroy(),
    accept: headers.accept ?? '',
    language: headers['hexipam-language'],
    lastEventId: Array.isArray(lastEventId) ? lastEventId[0] : lastEventId,
    renewCaller: () => renewedCaller(context, request, route, controller),
    party,
    baseUrl: () => {
      const origin = party()?.origin;
      return origin === undefined ? undefined : `${origin}${exchange.pathPrefix}`;
    },
    signIn: () => context.authenticator.signIn(app, { ...presented, code: codeIn(headers, parameters) }),
  };
}
