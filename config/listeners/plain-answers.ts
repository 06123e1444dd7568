import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerHeaders } from '../../adapters/http/index.js';
import { refusesWrites } from '../../application/ports/storage-error.js';

export const pathOf = ({ url = '' }: IncomingMessage): string | undefined => url.split('?', 1)[0];

export const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Sends an answer that is not one of the interface. */
export function sendPlain(request: IncomingMessage, response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    ...Object.fromEntries(answerHeaders),
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** Cache time of a result, in milliseconds. */
const fresh = 1000;

/** Calls during a run and within a second after it share its result. */
export function sharedForAWhile<T>(run: () => Promise<T>): () => Promise<T> {
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

/** False after `timeoutMs`, and if `probe` fails. The result is cached for a second. */
const cachedProbe = (probe: () => Promise<boolean>, timeoutMs: number): (() => Promise<boolean>) =>
  sharedForAWhile(() => Promise.race([probe().catch(() => false), delay(timeoutMs, false, { ref: false })]));

/** Probes whether the database accepts writes. */
export const writeAcceptance = (probeWrites: () => Promise<void>, timeoutMs: number): (() => Promise<boolean>) =>
  cachedProbe(async () => {
    await probeWrites();
    return true;
  }, timeoutMs);

/** Probes whether the database refuses writes. */
export const writeRefusals = (probeWrites: () => Promise<void>, timeoutMs = 1000): (() => Promise<boolean>) =>
  cachedProbe(async () => probeWrites().then(() => false, refusesWrites), timeoutMs);
