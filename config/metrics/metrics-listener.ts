import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerHeaders, type Serving } from '../../adapters/http/index.js';
import { listen } from '../listeners/listen.js';

const path = '/metrics';

export interface MetricsSource {
  readonly contentType: string;
  /** @throws if the metrics are unavailable */
  read(): Promise<string>;
}

/** Cache time of a response, in milliseconds. */
const fresh = 1000;

/** Limits against slow clients, in milliseconds. */
const limits = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000, keepAliveTimeout: 65_000 };
const maxConnections = 32;

export interface MetricsListener {
  readonly url: string;
  close(): void;
}

/** @throws ListenError if the port is unavailable */
export async function openMetricsListener(
  { host, port }: { readonly host: string; readonly port: number },
  source: MetricsSource,
): Promise<MetricsListener> {
  const serve = serveMetrics(source);
  const server = createServer(limits, (request, response) => {
    if (pathOf(request) === path) serve(request, response);
    else send(request, response, 404, 'text/plain', 'not found: the only path is /metrics\n');
  });
  server.maxConnections = maxConnections;
  const url = await listen(server, host, port, 'http');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `${url}${path}`, close };
}

export function withMetrics(api: Serving, source: MetricsSource): Serving {
  const serve = serveMetrics(source);
  const handle: Serving['handle'] = (request, response) =>
    pathOf(request) === path ? serve(request, response) : api.handle(request, response);
  return { ...api, handle };
}

const pathOf = ({ url = '' }: IncomingMessage): string | undefined => url.split('?', 1)[0];

function serveMetrics({ contentType, read }: MetricsSource): (request: IncomingMessage, response: ServerResponse) => void {
  let last: { readonly text: Promise<string>; readonly until: number } | undefined;
  const current = (): Promise<string> => {
    if (!last || performance.now() > last.until) last = { text: read(), until: performance.now() + fresh };
    return last.text;
  };
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(request, response, 405, 'text/plain', 'method not allowed\n', { Allow: 'GET, HEAD' });
    current().then(
      (text) => send(request, response, 200, contentType, text),
      () => send(request, response, 503, 'text/plain', 'metrics unavailable: try again later\n'),
    );
  };
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(text),
    ...Object.fromEntries(answerHeaders),
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : text);
}
