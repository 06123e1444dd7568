import { describeEvents } from '../../openapi/asyncapi.js';
import { describeApi } from '../../openapi/document.js';
import { type PublicFile, publicFiles } from '../../openapi/public-files.js';
import { RequestError } from '../../request-error.js';
import { yieldToEventLoop } from '../../yield.js';
import type { ServerContext, StepContext } from '../step.js';

/** Maximum number of cached files, for all path prefixes. The proxies of a service have few prefixes. */
const maxFiles = 64;

const page = 'docs';

/**
 * Serves the OpenAPI and AsyncAPI documents and their page. They are public, because they contain no stored data.
 * @throws RequestError path.notFound, request.methodNotImplemented
 */
export function servePublic({
  routeTable,
  version = '',
  tellsMetrics: hasMetrics = false,
}: Pick<ServerContext, 'routeTable' | 'version' | 'tellsMetrics'>): (ctx: StepContext, path: string) => Promise<void> {
  const filesAt = (basePath: string) =>
    publicFiles(
      (dialect) => describeApi(routeTable.controllers, { version, basePath, hasMetrics, pause: yieldToEventLoop }, dialect),
      () => describeEvents({ version, basePath }),
    );
  const cache = new Map<string, Promise<PublicFile>>();
  /** Caches successful results. */
  const cached = (key: string, make: () => Promise<PublicFile>): Promise<PublicFile> => {
    const known = cache.get(key);
    if (known) return known;
    if (cache.size === maxFiles) cache.clear();
    const made = make().catch((error: unknown) => {
      cache.delete(key);
      throw error;
    });
    cache.set(key, made);
    return made;
  };
  return async (ctx, path) => {
    const { pathPrefix } = ctx.state.exchange;
    const make = filesAt(pathPrefix).get(path);
    if (!make) throw new RequestError('path.notFound');
    ctx.state.exchange.report.route = `/${path}`;
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new RequestError('request.methodNotImplemented');
    if (path === page && !ctx.path.endsWith('/')) {
      // The page refers to files next to it. Without a prefix, the target is relative: a framework may have removed a part of the
      // path.
      ctx.redirect(pathPrefix === '' ? `${page}/` : `${pathPrefix}/${page}/`);
      return;
    }
    const { type, plain, compressed, tag, headers } = await cached(`${pathPrefix} ${path}`, make);
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
