import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerHeaders, type Serving } from '../../adapters/http/index.js';

/** What the health answers tell. */
export interface HealthFacts {
  /** Tries whether the database takes writes. @throws when it takes none */
  probeWrites(): Promise<void>;
  /** Whether the service is going down: it wants no new requests then, but finishes those that it has. */
  isStopping(): boolean;
}

/**
 * Answers /healthz (200 while the process lives) and /readyz (200 when the database takes writes, else 503), and hands every other
 * request on.
 * @param probeTimeout milliseconds after which the database counts as silent
 */
export function withHealth(api: Serving, facts: HealthFacts, probeTimeout = 4000): Serving {
  const isReady = sharedForAWhile(() => answersInTime(facts.probeWrites(), probeTimeout));
  const handle: Serving['handle'] = (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path === '/healthz') answer(request, response, 200, 'ok');
    else if (path !== '/readyz') api.handle(request, response);
    else if (facts.isStopping()) answer(request, response, 503, 'stopping');
    else void isReady().then((ready) => answer(request, response, ready ? 200 : 503, ready ? 'ok' : 'database takes no writes'));
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

/** @returns whether work ends well before the time is over; never throws */
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

/** For how long an outcome counts, in milliseconds. */
const fresh = 1000;

/** However often it is called while one run is under way, or has just ended, there is only that one. */
function sharedForAWhile<T>(run: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  let freshUntil = 0;
  return () => {
    if (last && performance.now() < freshUntil) return last;
    freshUntil = Number.POSITIVE_INFINITY;
    last = run().finally(() => {
      freshUntil = performance.now() + fresh;
    });
    return last;
  };
}
