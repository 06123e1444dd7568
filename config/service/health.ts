import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerHeaders, type Serving } from '../../adapters/http/index.js';
import { sharedForAWhile } from '../shared-for-a-while.js';

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
export function withHealth(api: Serving, facts: HealthFacts, probeTimeout = 4000): Serving {
  const isReady = sharedForAWhile(() => answersInTime(facts.probeWrites(), probeTimeout));
  const handle: Serving['handle'] = (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path === '/healthz') answer(request, response, 200, 'ok');
    else if (path !== '/readyz') api.handle(request, response);
    else if (facts.isStopping()) answer(request, response, 503, 'stopping');
    else
      void isReady().then((ready) => answer(request, response, ready ? 200 : 503, ready ? 'ok' : 'database accepts no writes'));
  };
  return { ...api, handle };
}

function answer({ method }: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  const isRead = method === 'GET' || method === 'HEAD';
  const body = JSON.stringify({ status: isRead ? text : 'method not allowed' });
  response.writeHead(isRead ? status : 405, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...Object.fromEntries(answerHeaders),
    ...(isRead ? {} : { Allow: 'GET, HEAD' }),
  });
  response.end(method === 'HEAD' ? undefined : body);
}

function answersInTime(work: Promise<void>, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeout, false);
    const settle = (ready: boolean) => {
      clearTimeout(timer);
      resolve(ready);
    };
    work.then(
      () => settle(true),
      () => settle(false),
    );
  });
}
