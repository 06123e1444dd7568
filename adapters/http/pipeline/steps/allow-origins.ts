import cors from '@koa/cors';
import type { App } from '../../../../domain/access/app.js';
import type { StepContext } from '../step.js';

/** Request headers of clients; the console's own header is none of them, so its sessions stay on its own origin. */
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
 * Lets pages of the application's origins read its answers, errors too (CORS of the Fetch standard), and answers their preflight
 * requests with 204. Browsers send no cookies along. Without an origin in the request or the application, nothing is added.
 * @param serve the rest of the request; not called for a preflight request
 */
export function allowOrigins(ctx: StepContext, { origins }: App, serve: () => Promise<void>): Promise<void> {
  const origin = ctx.get('Origin');
  if (origin === '' || origins.length === 0) return serve();
  const allowed = origins.includes(origin) ? origin : '';
  return Promise.resolve(cors({ ...settings, origin: () => allowed })(ctx, serve));
}
