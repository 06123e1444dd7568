import { publicFiles } from '../docs/public-files.js';
import { describeApi } from '../openapi/document.js';
import { RequestError } from '../request/request-error.js';
import { pause } from '../server/pause.js';
import type { ServerContext, StepContext } from '../server/step.js';

/** The path of the page. */
const page = 'docs';

/**
 * Answers who asks for the description of the interface or for the page that shows it: anybody, as they tell nothing of what is
 * stored. @throws RequestError path.notFound, request.methodNotImplemented
 */
export function tellPublic({
  routeTable,
  version = '',
  basePath = '',
  tellsMetrics = false,
}: Pick<ServerContext, 'routeTable' | 'version' | 'basePath' | 'tellsMetrics'>): (
  ctx: StepContext,
  path: string,
) => Promise<void> {
  const files = publicFiles(() => describeApi(routeTable.controllers, { version, basePath, tellsMetrics, pause }));
  return async (ctx, path) => {
    const make = files.get(path);
    if (!make) throw new RequestError('path.notFound');
    ctx.state.exchange.route = `/${path}`;
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new RequestError('request.methodNotImplemented');
    if (path === page && !ctx.path.endsWith('/')) {
      ctx.redirect(`${page}/`); // what the page loads is named beside it, wherever the service is mounted
      return;
    }
    const { type, plain, compressed, tag, headers } = await make();
    const isCompressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    ctx.status = 200;
    ctx.set({ ...headers, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: `"${tag}${isCompressed ? '-gzip' : ''}"` });
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = type;
    if (isCompressed) ctx.set('Content-Encoding', 'gzip');
    ctx.body = isCompressed ? compressed : plain;
  };
}
