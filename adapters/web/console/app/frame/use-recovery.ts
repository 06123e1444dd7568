import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isRefusal } from '../../api/client';
import { sessionQuery } from '../../api/session';

/** Minimum and maximum delay between retries in milliseconds, while the service does not answer. */
const [firstPauseMs, maxPauseMs] = [2000, 30_000];

/** Whether a visible part of the page has failed, other than by a refusal. */
const isFailed = (query: Query): boolean =>
  query.state.status === 'error' &&
  query.isActive() &&
  !isRefusal(query.state.error) &&
  query.queryKey[0] !== sessionQuery.queryKey[0];

/** Reads failed parts of the page again once the service answers. One request tests the service; the others follow its success. */
export function useRecovery(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = firstPauseMs;
    const cache = queries.getQueryCache();
    const again = async () => {
      timer = undefined;
      const isBack = await queries.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).then(Boolean, () => false);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      if (isBack) await queries.refetchQueries({ type: 'active', predicate: isFailed });
      look();
    };
    const look = () => {
      const hasFailed = cache.getAll().some(isFailed);
      if (!hasFailed) pauseMs = firstPauseMs;
      if (hasFailed && timer === undefined) timer = setTimeout(() => void again(), pauseMs);
    };
    const unsubscribe = cache.subscribe(({ type }) => type === 'updated' && look());
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [queries]);
}
