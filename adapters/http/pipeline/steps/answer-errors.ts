import type Koa from 'koa';
import { detailedError } from '../../error-mapping.js';
import type { LanguageHeader } from '../../error-row.js';
import { answerFor, answerForRead, type ErrorAnswer } from '../../error-table.js';
import { answerHeaders, headersOverTls } from '../answer-headers.js';
import { discardBody, secondsSince } from '../exchange.js';
import { readingMethods } from '../request/body.js';
import type { ServerContext, ServerState, StepContext } from '../step.js';

const unexpected: ErrorAnswer = { error: 'service.defect', status: 500, message: 'Internal server error' };

/**
 * Answers all errors. Errors of the error table have a status and text. Other errors are answered without details, and logged
 * with their cause and the request id, at most once a minute for each cause. The storage watch logs storage failures.
 */
export function answerErrors({ log, storage }: ServerContext): Koa.Middleware<ServerState> {
  const loggedFailures = new LoggedFailures();
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    try {
      await next();
    } catch (thrown) {
      const { cause: error, members } = detailedError(thrown);
      const known = errorAnswer(ctx.method, error, ctx.headers['hexipam-language']);
      storage.note(error);
      if (!known) report(error, ctx);
      const { error: code, status, message, retryAfter } = known ?? unexpected;
      ctx.status = status;
      ctx.set('Hexipam-Error', code);
      if (status === 401) ctx.set('Location', `${exchange.root}/${encodeURIComponent(exchange.appName)}/user/`);
      if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
      ctx.type = exchange.codec.contentType;
      ctx.body = exchange.codec.encode(
        { code: status, success: false, message, ...members, time: secondsSince(exchange.started) },
        exchange.controllerName || 'api',
        exchange.numbers,
      );
    }
    discardBody(ctx.req);
    for (const [name, value] of headersOver(exchange.client.encrypted))
      if (!ctx.res.hasHeader(name)) ctx.res.setHeader(name, value);
    ctx.set('X-Request-Id', exchange.requestId);
    if (exchange.trace) ctx.set('Traceparent', exchange.trace.traceparent);
  };

  function report(error: unknown, { method, path, state: { exchange } }: StepContext): void {
    exchange.report.isDefect = true;
    const cause = describe(error);
    const before = loggedFailures.note(cause);
    if (before === undefined) return;
    const failedBefore = before > 0 ? { failedBefore: before } : {};
    log.error('request failed', { requestId: exchange.requestId, method, path, ...failedBefore, cause });
  }
}

const errorAnswer = (method: string, error: unknown, language: LanguageHeader): ErrorAnswer | undefined =>
  readingMethods.has(method) ? answerForRead(error, language) : answerFor(error, language);

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const headersOver = (isEncrypted: boolean) => (isEncrypted ? headersOverTls : answerHeaders);

/** Milliseconds before the same failure is logged again. */
const silence = 60_000;

/** Maximum number of stored causes. Above it, failures are logged more often. */
const maxCauses = 100;

interface LoggedFailure {
  /** End of the interval, by performance.now. */
  readonly until: number;
  count: number;
}

/** Selects the failures to log, so that a repeated failure does not fill the log. */
export class LoggedFailures {
  readonly #causes = new Map<string, LoggedFailure>();

  /** @returns if the failure must be logged, the number of previous occurrences without log entry; otherwise undefined */
  note(cause: string, now = performance.now()): number | undefined {
    const logged = this.#causes.get(cause);
    if (logged && now < logged.until) {
      logged.count++;
      return undefined;
    }
    this.#causes.delete(cause);
    const [oldest] = this.#causes.keys();
    if (this.#causes.size >= maxCauses && oldest !== undefined) this.#causes.delete(oldest);
    this.#causes.set(cause, { until: now + silence, count: 0 });
    return logged?.count ?? 0;
  }
}
