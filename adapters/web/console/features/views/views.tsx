import { ActionIcon, Tooltip } from '@mantine/core';
import { BookmarkIcon } from '@primer/octicons-react';
import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';

export const ViewsButton = () => (
  <Tooltip label={t('view.title')}>
    <ActionIcon size="sm" aria-label={t('view.title')} onClick={() => openDialog({ dialog: 'views' })}>
      <BookmarkIcon size={16} />
    </ActionIcon>
  </Tooltip>
);

/** Own and shared views. */
export const viewsQuery = queryOptions({
  queryKey: ['register', 'views'],
  queryFn: () => dataOf(api.GET('/views/')),
});

export type SavedView = Awaited<ReturnType<NonNullable<typeof viewsQuery.queryFn>>>[number];

export const isShared = ({ shared }: SavedView): boolean => Number(shared) === 1;
