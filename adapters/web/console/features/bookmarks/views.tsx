import { BookmarkIcon } from '@primer/octicons-react';
import { queryOptions } from '@tanstack/react-query';
import { api, type DataOf, dataOf } from '../../api/client';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { IconButton } from '../../ui/page/icon-button';

export const ViewsButton = () => (
  <IconButton size="sm" label={t('view.title')} Picture={BookmarkIcon} onClick={() => openDialog({ dialog: 'views' })} />
);

/** Own and shared views. */
export const viewsQuery = queryOptions({
  queryKey: ['register', 'views'],
  queryFn: () => dataOf(api.GET('/views/')),
});

export type SavedView = DataOf<typeof viewsQuery>[number];

export const isShared = ({ shared }: SavedView): boolean => Number(shared) === 1;
