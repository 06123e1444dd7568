import { answerFor } from '../error-table.js';
import { secondsSince } from '../exchange.js';
import type { ServerContext, Step } from '../step.js';

const unexpected = { status: 500, message: 'Internal server error' };

/**
 * The one way out for errors: what the error table knows is answered with its status and text; anything else is logged with
 * its cause and the request's id, and answered without details.
 */
export function answerErrors({ log }: ServerContext): Step {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    try {
      await next();
    } catch (error) {
      const known = answerFor(error);
      if (!known)
        log.error('request failed', {
          requestId: exchange.requestId,
          method: ctx.method,
          path: ctx.path,
          cause: describe(error),
        });
      const { status, message } = known ?? unexpected;
      ctx.status = status;
      if (status === 401) ctx.set('Location', `/api/${encodeURIComponent(exchange.appName)}/user/`);
      ctx.type = exchange.codec.contentType;
      ctx.body = exchange.codec.encode(
        { code: status, success: false, message, time: secondsSince(exchange.started) },
        exchange.controllerName || 'api',
      );
    }
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Pragma', 'no-cache');
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('X-Request-Id', exchange.requestId);
  };
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
