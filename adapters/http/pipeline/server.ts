import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { constants } from 'node:zlib';
import Koa from 'koa';
import compress from 'koa-compress';
import type { Application } from '../../../application/index.js';
import type { Observer } from '../../../application/ports/observer.js';
import { isPathPrefix } from '../../../domain/access/web-origin.js';
import { jsonCodec } from '../codec/json.js';
import type { HttpDependencies } from '../dependencies.js';
import { describeEvents } from '../openapi/asyncapi.js';
import type { ApiDescription, Dialect } from '../openapi/docs.js';
import { describeApi } from '../openapi/document.js';
import { controllersOf } from '../routes/controllers.js';
import { RouteTable } from '../routes/route-table.js';
import { clientOf, type Exchange, onExchangeEnd, pathPrefixOf, requestIdOf, traceOf } from './exchange.js';
import { readBody } from './request/body.js';
import { readTarget } from './request/target.js';
import { numberStyle, sendAnswer } from './send-answer.js';
import type { ApiTarget, ServerContext, ServerState, StepContext } from './step.js';
import { allowOrigins } from './steps/allow-origins.js';
import { answerErrors } from './steps/answer-errors.js';
import { authenticate, findApp, openForApp } from './steps/authenticate.js';
import { checkRequest, dispatch, serializeWrites } from './steps/dispatch.js';
import { limitRates } from './steps/limit-rates.js';
import { limitRequests } from './steps/limit-requests.js';
import { servePublic } from './steps/serve-public.js';
import { answerUnreadable } from './unreadable-request.js';

/** Request handlers, as listeners of a Node HTTP or HTTPS server. */
export interface Serving {
  /** Listener of the server's `request` event. */
  handle(request: IncomingMessage, response: ServerResponse): unknown;
  /**
   * Listener of the server's `clientError` event, which answers requests that are not valid HTTP. It also serves the `timeout`
   * event, with an error of code `overdue`: it then answers the waiting client. In both cases it closes the connection.
   */
  handleUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void;
}

/** The interface as listeners of a Node HTTP or HTTPS server. */
export interface Api extends Serving {
  /**
   * Listener of the server's `request` event, or of a framework's route. If a framework has parsed the body, it is read from
   * `body` of the request.
   * @returns after the answer is sent or the connection is closed; never rejects
   */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/**
 * Creates the interface of the use-cases.
 * @throws TypeError for an invalid mount path: it must be empty, or start with a slash and not end with one
 */
export function createApi(dependencies: HttpDependencies): Api {
  const { basePath = '' } = dependencies;
  if (!isPathPrefix(basePath)) throw new TypeError(`the base path must be a path such as /ipam, not ${basePath}`);
  const handle = serverOf(dependencies).callback();
  return {
    handle: async (request, response) => {
      const over = new Promise<void>((resolve) => onExchangeEnd(request, response, resolve));
      await handle(request, response);
      await over;
    },
    handleUnreadable: answerUnreadable,
  };
}

/**
 * Returns the OpenAPI description: the numbers dialect as in `GET /openapi.json`, the strings dialect as in `GET
 * /openapi-strings.json`.
 * @param version of the service
 */
export const describeInterface = (
  application: Application,
  version: string,
  dialect: Dialect = 'numbers',
): Promise<ApiDescription> => describeApi(controllersOf(application), { version }, dialect);

/**
 * Returns the AsyncAPI description of change feed, webhooks and message brokers, as in `GET /asyncapi.json`.
 * @param version of the service
 */
export const describeEventInterface = (version: string): ApiDescription => describeEvents({ version });

function serverOf(dependencies: HttpDependencies): Koa<ServerState> {
  const { application, version = '', storage, csv } = dependencies;
  const context = { ...dependencies, routeTable: new RouteTable(controllersOf(application, { version, storage }, csv)) };
  const server = new Koa<ServerState>();
  server.use(startExchange(context));
  if (dependencies.compresses) server.use(compressAnswers());
  server.use(answerErrors(context));
  server.use(stepsOf(context));
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (context.storage.note(error)) return;
    const { code = '' } = error;
    if (!disconnectedClient.includes(code) && !code.startsWith('HPE_'))
      context.log.error('response aborted', { cause: error.message });
  });
  return server;
}

/**
 * Error codes of a disconnected client. These errors are not logged. Errors of an incomplete body (HPE_...) are not logged either.
 */
const disconnectedClient = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'request.aborted'];

/**
 * The steps of every request, in order. If several errors apply, the first step decides. Each step returns values for later steps
 * (step.ts). A step with a cleanup at the end of the request runs the later steps as its work.
 */
function stepsOf(context: ServerContext): (ctx: StepContext) => Promise<void> {
  const withSlot = limitRequests(context);
  const withBody = readBody(context);
  const sendPublic = servePublic(context);
  const serve = async (ctx: StepContext, target: ApiTarget, becomeStream: () => void): Promise<void> => {
    const app = await findApp(context, target);
    ctx.state.exchange.numbers = numberStyle(ctx, app);
    await allowOrigins(ctx, app, async () => {
      const request = await openForApp(context, ctx, app, target);
      const sent = await authenticate(context, ctx, request);
      await limitRates(context, ctx, sent);
      await withBody(ctx, request, sent, async (read) => {
        const controller = checkRequest(context, ctx, read);
        await serializeWrites(context, ctx, read, async () => {
          const answer = await dispatch(context, ctx, controller, read);
          await sendAnswer({ ctx, request: read, becomeStream }, answer);
        });
      });
    });
  };
  return async (ctx) => {
    const target = await readTarget(context, ctx);
    await withSlot(ctx, (becomeStream) =>
      'publicPath' in target ? sendPublic(ctx, target.publicPath) : serve(ctx, target, becomeStream),
    );
  };
}

const startExchange =
  ({ trustedProxies, observer, basePath = '' }: ServerContext): Koa.Middleware<ServerState> =>
  (ctx, next) => {
    const pathPrefix = pathPrefixOf(ctx.req, { trustedProxies, basePath });
    ctx.state.exchange = {
      started: performance.now(),
      requestId: requestIdOf(ctx.req.headers),
      trace: traceOf(ctx.req.headers),
      client: clientOf(ctx.req, trustedProxies),
      pathPrefix,
      root: `${pathPrefix}/api`,
      codec: jsonCodec,
      numbers: 'native',
      controllerName: '',
      appName: '',
      report: { route: undefined, app: undefined, user: undefined, isDefect: false, isStream: false },
    };
    if (observer?.requestEnded) observeRequest(observer, ctx.state.exchange, ctx.req, ctx.res);
    return next();
  };

/** Minimum size of a compressed answer in bytes. Compression of smaller answers costs more than it saves. */
const minBytes = 1024;

/** Event streams are absent, because compression would delay events. */
const compressedTypes = new Set(['application/json', 'application/xml', 'text/csv']);

/** Compresses lists and other long answers by brotli or gzip for clients that accept it (RFC 9110, section 12.5.3). */
const compressAnswers = (): Koa.Middleware<ServerState> =>
  compress({
    filter: (type) => compressedTypes.has(type),
    threshold: minBytes,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    gzip: { level: 4 },
    deflate: false,
    zstd: false,
  });

function observeRequest(observer: Observer, exchange: Exchange, request: IncomingMessage, response: ServerResponse): void {
  onExchangeEnd(request, response, () => reportEnd(observer, exchange, request, response));
}

function reportEnd(observer: Observer, exchange: Exchange, { method = '' }: IncomingMessage, response: ServerResponse): void {
  const { started, report, client, requestId, trace } = exchange;
  observer.requestEnded?.({
    method,
    status: response.statusCode,
    milliseconds: performance.now() - started,
    client: client.address,
    requestId,
    traceId: trace?.traceId,
    traceparent: trace?.traceparent,
    isCutOff: !response.writableFinished,
    ...report,
  });
}
