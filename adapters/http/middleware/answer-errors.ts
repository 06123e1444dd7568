import { answerFor, type ErrorAnswer } from '../error-table.js';
import { discardBody } from '../request/body.js';
import { answerHeaders } from '../server/answer-headers.js';
import { secondsSince } from '../server/exchange.js';
import type { ServerContext, Step } from '../server/step.js';

const unexpected: ErrorAnswer = { status: 500, message: 'Internal server error' };

/**
 * The one way out for errors: what the error table knows is answered with its status and text; anything else is logged with
 * its cause and the request's id, and answered without details. Of failures of the storage the log tells once.
 */
export function answerErrors({ log, storage }: ServerContext): Step {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    try {
      await next();
    } catch (error) {
      const known = answerFor(error);
      storage.note(error);
      if (!known)
        log.error('request failed', {
          requestId: exchange.requestId,
          method: ctx.method,
          path: ctx.path,
          cause: describe(error),
        });
      const { status, message, retryAfter } = known ?? unexpected;
      ctx.status = status;
      if (status === 401) ctx.set('Location', `${exchange.root}/${encodeURIComponent(exchange.appName)}/user/`);
      if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
      ctx.type = exchange.codec.contentType;
      ctx.body = exchange.codec.encode(
        { code: status, success: false, message, time: secondsSince(exchange.started) },
        exchange.controllerName || 'api',
      );
    }
    discardBody(ctx.req);
    for (const [name, value] of answerHeaders) if (!ctx.res.hasHeader(name)) ctx.res.setHeader(name, value);
    ctx.set('X-Request-Id', exchange.requestId);
  };
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
