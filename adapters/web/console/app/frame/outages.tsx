import { Alert, Button, Group } from '@mantine/core';
import { AlertIcon, UnlinkIcon } from '@primer/octicons-react';
import { notifyManager, type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isRefusal } from '../../api/client';
import { sessionQuery } from '../../api/session';
import { t } from '../../texts/text';

/** Milliseconds between reads of the session while the database refuses writes. */
const intervalMs = 10_000;

export function ReadOnlyNote() {
  const { data } = useQuery({ ...sessionQuery, refetchInterval: ({ state }) => (state.data?.isReadOnly ? intervalMs : false) });
  if (!data?.isReadOnly) return null;
  return (
    <Alert icon={<AlertIcon size={18} />} color="red" mb="sm" p="xs" role="status">
      {t('app.readOnly')}
    </Alert>
  );
}

const isStale = (query: Query): boolean =>
  query.state.status === 'error' && query.state.data !== undefined && !isRefusal(query.state.error) && query.isActive();

export function StaleNote() {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const stale = useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => cache.getAll().find(isStale),
  );
  if (!stale) return null;
  const again = () => void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return (
    <Alert icon={<UnlinkIcon size={18} />} color="orange" mb="sm" p="xs" role="status">
      <Group justify="space-between" gap="xs">
        <span>{t('app.stale', { reason: stale.state.error?.message ?? '' })}</span>
        <Button variant="default" size="compact-xs" onClick={again}>
          {t('common.retry')}
        </Button>
      </Group>
    </Alert>
  );
}

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
