import { ActionIcon, Menu } from '@mantine/core';
import { KebabHorizontalIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { t } from '../../texts/text';

interface Properties {
  /** What it is about, where it stands in a row of a table. */
  readonly of?: string;
  /** Pixels. */
  readonly width?: number;
  /** Items. */
  readonly children: ReactNode;
}

/** What else can be done with something, behind three dots. */
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
