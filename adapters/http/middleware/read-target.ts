import { xmlCodec } from '../codec/xml.js';
import { contentTypeOf } from '../request/body.js';
import { readNamedTarget } from '../request/named-target.js';
import { readQueryParameters } from '../request/query-parameters.js';
import { RequestError } from '../request/request-error.js';
import { readApiPath, readRequestTarget } from '../request/request-path.js';
import type { Step } from '../step.js';

/** Takes the request target apart: application, controller, ids, query. @throws RequestError path.notFound outside /api/ */
export const readTarget: Step = (ctx, next) => {
  const { exchange } = ctx.state;
  if (contentTypeOf(ctx.req.headers['content-type']) === 'application/xml') exchange.codec = xmlCodec;
  const target = readRequestTarget(ctx.req.url ?? '');
  const path = readApiPath(target.segments);
  if (!path) throw new RequestError('path.notFound');
  exchange.query = readQueryParameters(target.query);
  const { app_id: appId, enc_request: encrypted } = exchange.query;
  exchange.isPathless = path.app === undefined;
  exchange.appName = path.app ?? (typeof appId === 'string' ? appId : '');
  exchange.controllerName = path.controller ?? '';
  exchange.ids = path.ids;
  if (exchange.isPathless && encrypted === undefined) Object.assign(exchange, readNamedTarget(exchange.query));
  return next();
};
