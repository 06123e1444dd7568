import { Alert, Button, Group } from '@mantine/core';
import { UnlinkIcon } from '@primer/octicons-react';
import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isRefusal } from '../../api/client';
import { t } from '../../texts/text';

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
