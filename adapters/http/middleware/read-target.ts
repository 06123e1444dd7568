import type { IncomingMessage } from 'node:http';
import { xmlCodec } from '../codec/xml.js';
import { contentTypeOf } from '../request/body.js';
import { readNamedTarget } from '../request/named-target.js';
import { readQueryParameters } from '../request/query-parameters.js';
import { RequestError } from '../request/request-error.js';
import { readApiPath, readRequestTarget } from '../request/request-path.js';
import { maxQueryElements } from '../request/size-limits.js';
import { pause } from '../server/pause.js';
import type { ServerContext, Step } from '../server/step.js';

/** How paths begin of what is told to anybody. */
const publicNames: ReadonlySet<string> = new Set(['openapi.json', 'docs']);

/** Characters of a target that take more than a moment to read: such targets are read one in a turn of the event loop. */
const longTarget = 4096;

/** Takes the request target apart: application, controller, ids, query. @throws RequestError path.notFound outside /api/ */
export function readTarget({ basePath = '' }: Pick<ServerContext, 'basePath'>): Step {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    if (contentTypeOf(ctx.req.headers['content-type']) === 'application/xml') exchange.codec = xmlCodec;
    const url = urlBelow(basePath, ctx.req);
    if (url.length > longTarget) await pause();
    const target = readRequestTarget(url);
    if (publicNames.has(target.segments[0] ?? '')) {
      exchange.publicPath = target.segments.join('/');
      return next();
    }
    const path = readApiPath(target.segments);
    if (!path) throw new RequestError('path.notFound');
    exchange.query = readQueryParameters(target.query, maxQueryElements);
    const { app_id: appId, enc_request: encrypted } = exchange.query;
    exchange.isPathless = path.app === undefined;
    exchange.appName = path.app ?? (typeof appId === 'string' ? appId : '');
    exchange.controllerName = path.controller ?? '';
    exchange.ids = path.ids;
    if (exchange.isPathless && encrypted === undefined) Object.assign(exchange, readNamedTarget(exchange.query));
    return next();
  };
}

/** The target below the path that the interface is mounted on. A framework that routes by this path has taken it away already. */
function urlBelow(basePath: string, request: IncomingMessage): string {
  const { url = '' } = request;
  const isCut = 'originalUrl' in request && request.originalUrl !== url;
  if (basePath === '' || isCut || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  return rest === '' || /^[/?]/.test(rest) ? rest : url;
}
