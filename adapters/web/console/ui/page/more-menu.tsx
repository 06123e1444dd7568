import { ActionIcon, Menu } from '@mantine/core';
import { KebabHorizontalIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { t } from '../../texts/text';

interface Properties {
  /** The name of the record, for menus in table rows. */
  readonly of?: string;
  readonly width?: number;
  readonly children: ReactNode;
}

export const MoreMenu = ({ of, width, children }: Properties) => (
  <Menu position="bottom-end" {...(width === undefined ? {} : { width })}>
    <Menu.Target>
      <ActionIcon
        aria-label={of === undefined ? t('common.actions') : t('common.actionsFor', { name: of })}
        {...(of === undefined ? {} : { size: 'sm' })}
      >
        <KebabHorizontalIcon size={of === undefined ? 18 : 16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);
