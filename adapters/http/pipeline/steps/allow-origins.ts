import cors from '@koa/cors';
import type { App } from '../../../../domain/access/app.js';
import type { StepContext } from '../step.js';

/**
 * Permitted request headers of clients. The console's header is absent, so console sessions work only from the console's own
 * origin.
 */
const requestHeaders = [
  ...['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'Last-Event-ID'],
  ...['Traceparent', 'X-Hexipam-OTP', 'X-Request-Id', 'api-stringify-results', 'hexipam-token', 'phpipam-token', 'token'],
];

const answerHeaders = [
  ...[
    'ETag',
    'Hexipam-Error',
    'Hexipam-Key-Expires',
    'Link',
    'Location',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'Traceparent',
  ],
  'X-Request-Id',
];

const settings = {
  allowMethods: 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS',
  allowHeaders: requestHeaders,
  exposeHeaders: answerHeaders,
  maxAge: 600,
};

/**
 * Adds CORS headers for the application's origins, also to errors, and answers preflight requests with 204. Browsers send no
 * cookies. Without an origin in the request or the application, there is no effect.
 * @param serve later steps; not called for a preflight request
 */
export function allowOrigins(ctx: StepContext, { origins }: App, serve: () => Promise<void>): Promise<void> {
  const origin = ctx.get('Origin');
  if (origin === '' || origins.length === 0) return serve();
  const allowed = origins.includes(origin) ? origin : '';
  return Promise.resolve(cors({ ...settings, origin: () => allowed })(ctx, serve));
}
