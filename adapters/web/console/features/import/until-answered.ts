import type { QueryClient } from '@tanstack/react-query';
import { ApiError, isSessionEnd } from '../../api/client';
import { sessionQuery } from '../../api/session';
import { t } from '../../texts/text';

/** Why a request is repeated: no answer yet, an answer of an unavailable service, or an ended session. */
export type Trouble =
  | { readonly is: 'unanswered' | 'signedOut' }
  | { readonly is: 'unavailable' /** The message of the service. */; readonly reason: string };

export interface Retries {
  /** Receives the present trouble; undefined after an answer. */
  readonly report: (trouble: Trouble | undefined) => void;
  /** Resolves once the user has signed in again. */
  readonly awaitSession: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Resolves after a number of milliseconds, or earlier. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds before the first repetition, and the maximum before later repetitions. */
const [firstPauseMs, maxPauseMs] = [1000, 30_000];

/** The service still processes an earlier request with the same idempotency key, whose answer was lost. */
const underWay = 'repeat.underWay';

/** Status codes of a service that is unavailable or busy for a time. */
const temporary: readonly number[] = [429, 502, 503, 504];

/**
 * Repeats a request until the service answers. A refusal is an answer.
 * @param run sends the request, with an idempotency key for a write
 * @throws other errors of `run`, and after an abort of the signal
 */
export async function untilAnswered<T>(
  run: () => Promise<T>,
  { report, awaitSession, signal, pause = paused }: Retries,
): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      const answer = await run();
      report(undefined);
      return answer;
    } catch (error) {
      const trouble = troubleIn(error);
      report(trouble);
      if (!trouble) throw error;
      if (trouble.is === 'signedOut') await awaitSession();
      await pause(pauseMs, signal);
      signal.throwIfAborted();
    }
  }
}

function troubleIn(error: unknown): Trouble | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 0 || error.code === underWay) return { is: 'unanswered' };
  if (isSessionEnd(error)) return { is: 'signedOut' };
  return temporary.includes(error.status) ? { is: 'unavailable', reason: error.message } : undefined;
}

/** Ends early when the browser is online again, and at an abort. */
const paused = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });

export function retriesOf(queries: QueryClient, signal: AbortSignal, report: Retries['report']): Retries {
  const username = userIn(queries);
  return { report, signal, awaitSession: () => sessionAgain(queries, username, signal) };
}

const userIn = (queries: QueryClient): string | undefined => queries.getQueryData(sessionQuery.queryKey)?.user?.username;

/** Resolves once the user has signed in again. @throws ApiError for another user */
async function sessionAgain(queries: QueryClient, username: string | undefined, signal: AbortSignal): Promise<void> {
  await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  for (;;) {
    const now = userIn(queries);
    if (now === username) return;
    if (now !== undefined) throw new ApiError(401, t('error.sessionEnded'));
    await nextChange(queries, signal);
  }
}

/** Resolves at the next change of a query. @throws the reason of an abort */
const nextChange = (queries: QueryClient, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      unsubscribe();
      signal.removeEventListener('abort', aborted);
      settle();
    };
    const aborted = end(() => reject(signal.reason));
    const unsubscribe = queries.getQueryCache().subscribe(end(resolve));
    signal.addEventListener('abort', aborted);
  });
