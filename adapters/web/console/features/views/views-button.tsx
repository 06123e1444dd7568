import { ActionIcon, Tooltip } from '@mantine/core';
import { BookmarkIcon } from '@primer/octicons-react';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';

export const ViewsButton = () => (
  <Tooltip label={t('view.title')}>
    <ActionIcon size="sm" aria-label={t('view.title')} onClick={() => openDialog({ dialog: 'views' })}>
      <BookmarkIcon size={16} />
    </ActionIcon>
  </Tooltip>
);
