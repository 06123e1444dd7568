import { ConnectionError, secondsIn } from './errors.js';

export interface RetryOptions {
  /** Maximum number of attempts of a request. 1: no retries. */
  readonly attempts: number;
  /** Timeout of one attempt with the whole answer, in milliseconds. For event streams it ends with the headers. */
  readonly attemptMs: number;
  /** Timeout of all attempts of a request and the delays between them, in milliseconds. */
  readonly totalMs: number;
}

export const defaultRetries: RetryOptions = { attempts: 5, attemptMs: 30_000, totalMs: 90_000 };

const keyHeader = 'Idempotency-Key';

/** Statuses of a proxy without a service, and of a temporarily unavailable service. */
const temporary: readonly number[] = [429, 502, 503, 504];

/** Maximum delay between attempts without Retry-After, in milliseconds. */
const maxDelayMs = 5_000;

type Send = (request: Request) => Promise<Response>;

/**
 * Repeats requests without an answer, or with an answer that permits a retry. All attempts of a write have the same
 * Idempotency-Key, so it is executed at most once. Requests without a key, such as a sign-in, are repeated only if they cannot
 * have an effect.
 * @throws ConnectionError without an answer
 */
export function withRetries(send: Send, options: RetryOptions): Send {
  return async (request) => {
    const keyed = withKey(request);
    const end = Date.now() + options.totalMs;
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOf(send, keyed, Math.min(options.attemptMs, end - Date.now()));
      const delay = 'error' in outcome ? delayAfter(attempt) : delayFor(outcome.response, attempt);
      const isLast = attempt >= options.attempts || delay === undefined || Date.now() + delay >= end || !isRepeatable(keyed);
      if (!isLast) {
        if ('response' in outcome) await outcome.response.body?.cancel();
        await pause(delay, keyed.signal);
      } else if ('response' in outcome) return outcome.response;
      else throw new ConnectionError(outcome.error, keyed.headers.get(keyHeader) ?? undefined);
    }
  };
}

const isRead = ({ method }: Request): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

const isRepeatable = (request: Request): boolean => isRead(request) || request.headers.has(keyHeader);

/** Adds an idempotency key. Paths below user/ accept none. */
function withKey(request: Request): Request {
  if (isRead(request) || request.headers.has(keyHeader) || /\/user\/[^/]*$/.test(new URL(request.url).pathname)) return request;
  const keyed = new Request(request);
  keyed.headers.set(keyHeader, crypto.randomUUID());
  return keyed;
}

type Outcome = { readonly response: Response } | { readonly error: unknown };

/** @throws the reason of an abort by the caller */
async function attemptOf(send: Send, request: Request, limitMs: number): Promise<Outcome> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error(`no answer arrived within ${limitMs} ms`)), Math.max(1, limitMs));
  try {
    const signal = AbortSignal.any([request.signal, limit.signal]);
    const response = await send(new Request(request.clone(), { signal, redirect: 'manual' }));
    return { response: isRedirect(response) ? refusalOf(response) : await whole(response) };
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

/** Browsers hide the status and the target of a redirect. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);

/** An error in place of a redirect: the other URL gets no key or password, and no write becomes a read. */
function refusalOf({ status, headers }: Response): Response {
  const target = headers.get('Location');
  const message = `the service redirects${target === null ? '' : ` to ${target}`}, and the client follows no redirects`;
  return Response.json({ message }, { status: status === 0 ? 307 : status });
}

/** An answer with its body in memory: a connection that breaks within the body is an attempt without an answer. */
async function whole(response: Response): Promise<Response> {
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) return response;
  const bytes = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers });
}

/** Returns the delay before the next attempt in milliseconds; undefined for a final answer. */
function delayFor({ status, headers }: Response, attempt: number): number | undefined {
  const seconds = secondsIn(headers.get('Retry-After'));
  if (seconds !== undefined && (status === 409 || temporary.includes(status))) return Math.max(seconds * 1000, jitter(100));
  return temporary.includes(status) ? delayAfter(attempt) : undefined;
}

const delayAfter = (attempt: number): number => jitter(Math.min(maxDelayMs, 200 * 2 ** attempt));

/** Returns a random duration between half and the whole, so that clients do not retry simultaneously. */
const jitter = (ms: number): number => ms * (0.5 + Math.random() / 2);

/** @throws the reason of the abort */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
