import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Serving } from '../../adapters/http/index.js';
import { withConsole } from '../listeners/console.js';
import { withMcp } from '../listeners/mcp.js';
import { isRead, pathOf, sendPlain, writeAcceptance } from '../listeners/plain-answers.js';
import { type ReadMetrics, withPublicMetrics } from '../metrics/metrics.js';
import type { Service } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';

/** Answers the requests of the main listeners: metrics, health, MCP, console and the interface. */
export async function servingOf(
  service: Service,
  configuration: ServiceConfiguration,
  isStopping: HealthFacts['isStopping'],
  readMetrics: ReadMetrics,
): Promise<Serving> {
  const api = await withMcp(withConsole(service, configuration), service, configuration);
  const health = { probeWrites: () => service.database.probeWrites(), isStopping };
  return withPublicMetrics(withHealth(api, health), configuration, readMetrics);
}

export interface HealthFacts {
  /** @throws if the database does not accept writes */
  probeWrites(): Promise<void>;
  /** During a stop, running requests complete; new requests should go to another instance. */
  isStopping(): boolean;
}

/**
 * Answers /healthz (200 while the process runs) and /readyz (200 if the database accepts writes, otherwise 503). Passes other
 * requests on.
 * @param probeTimeout milliseconds after which the database counts as unavailable
 */
export function withHealth(api: Serving, { probeWrites, isStopping }: HealthFacts, probeTimeout = 4000): Serving {
  const isReady = writeAcceptance(probeWrites, probeTimeout);
  const handle: Serving['handle'] = (request, response) => {
    const path = pathOf(request);
    if (path === '/healthz') answer(request, response, 200, 'ok');
    else if (path !== '/readyz') api.handle(request, response);
    else if (isStopping()) answer(request, response, 503, 'stopping');
    else
      void isReady().then((ready) => answer(request, response, ready ? 200 : 503, ready ? 'ok' : 'database accepts no writes'));
  };
  return { ...api, handle };
}

function answer(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  const [code, said] = isRead(request) ? [status, text] : [405, 'method not allowed'];
  sendPlain(request, response, code, 'application/json', JSON.stringify({ status: said }));
}
