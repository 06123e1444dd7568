import { xmlCodec } from '../codec/xml.js';
import { contentTypeOf } from '../request/body.js';
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
  const { app_id: appId, controller } = exchange.query;
  exchange.appName = path.app ?? (typeof appId === 'string' ? appId : '');
  exchange.controllerName = path.controller ?? (path.app === undefined && typeof controller === 'string' ? controller : '');
  exchange.ids = path.ids;
  return next();
};
