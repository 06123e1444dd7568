import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Announce } from '../../adapters/cli/announcements.js';
import type { Serving } from '../../adapters/http/index.js';
import { metricsContentType } from '../../adapters/metrics/content-type.js';
import type { BackupState } from '../../adapters/metrics/index.js';
import { listen } from '../listeners/listen.js';
import { isRead, pathOf, sendPlain } from '../listeners/plain-answers.js';
import type { Service } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { SlowState } from './slow-state.js';

type MetricsConfiguration = Pick<ServiceConfiguration, 'metrics'>;

/** Returns a function that ends the polling. @param jobs only in the process that runs them; this process also polls the storage */
export function followService(
  { metrics, database, storage }: Pick<Service, 'metrics' | 'database' | 'storage'>,
  { metrics: { maxSubnets } }: MetricsConfiguration,
  jobs?: { readonly backupState: BackupState | undefined },
): () => void {
  if (!metrics) return () => {};
  const slow = new SlowState(database.readers, database.unitOfWork, maxSubnets, (error) => storage.note(error));
  metrics.follow({
    connections: () => database.connections?.() ?? [],
    replica: () => database.replica,
    storage: () => ({ works: storage.works, failures: storage.failures }),
    feed: () => slow.feed,
    utilisation: () => slow.utilisation,
    backups: () => jobs?.backupState,
    mails: () => slow.mails,
  });
  if (jobs) void slow.start();
  return () => slow.stop();
}

const path = '/metrics';

/** Limits against slow clients, in milliseconds. */
const limits = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000, keepAliveTimeout: 65_000 };
const maxConnections = 32;

/** Returns the metrics. @throws if they are unavailable */
export type ReadMetrics = () => Promise<string>;

/** Opens the metrics listener, if configured. Returns a function that closes the listener. @throws ListenError */
export async function openMetrics(
  { metrics: { listener } }: MetricsConfiguration,
  read: ReadMetrics,
  announce: Announce,
): Promise<() => void> {
  if (!listener) return () => {};
  const serve = serveMetrics(read);
  const server = createServer(limits, (request, response) => {
    if (pathOf(request) === path) serve(request, response);
    else sendPlain(request, response, 404, 'text/plain', 'not found: the only path is /metrics\n');
  });
  server.maxConnections = maxConnections;
  announce({ event: 'metrics', url: `${await listen(server, listener.host, listener.port, 'http')}${path}` });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Answers /metrics on the main listeners, if configured, and passes other requests on. */
export function withPublicMetrics(api: Serving, { metrics }: MetricsConfiguration, read: ReadMetrics): Serving {
  if (!metrics.isPublic) return api;
  const serve = serveMetrics(read);
  return { ...api, handle: (request, response) => (pathOf(request) === path ? serve : api.handle)(request, response) };
}

function serveMetrics(read: ReadMetrics): (request: IncomingMessage, response: ServerResponse) => void {
  let last: { readonly text: Promise<string>; readonly until: number } | undefined;
  const current = (): Promise<string> => {
    if (!last || performance.now() > last.until) last = { text: read(), until: performance.now() + 1000 };
    return last.text;
  };
  return (request, response) => {
    if (!isRead(request)) return sendPlain(request, response, 405, 'text/plain', 'method not allowed\n');
    current().then(
      (text) => sendPlain(request, response, 200, metricsContentType, text),
      () => sendPlain(request, response, 503, 'text/plain', 'metrics unavailable: try again later\n'),
    );
  };
}
