import { ActionIcon, Menu } from '@mantine/core';
import { CopyIcon, HistoryIcon, KebabHorizontalIcon } from '@primer/octicons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asCurl } from '../../api/client';
import { t } from '../../texts/text';
import { PageItem } from '../page/links';
import { copy } from '../page/notices';
import { type Dialogs, openDialog } from './dialogs';

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

interface ReadingProperties {
  /** The path of the record in the API. */
  readonly path: string;
  /** The filter of the changes of the record; without it the menu does not link to them. */
  readonly changes?: { readonly kind: string; readonly objectId: string } | { readonly subnet: string };
  readonly hasIcons?: boolean;
}

/** Links to the changes of a record, and copies the call that reads it. */
export const ReadingItems = ({ path, changes, hasIcons = false }: ReadingProperties) => (
  <>
    {changes ? (
      <PageItem to="/changes" search={changes} leftSection={hasIcons ? <HistoryIcon size={16} /> : undefined}>
        {t('common.history')}
      </PageItem>
    ) : null}
    <Menu.Item
      leftSection={hasIcons ? <CopyIcon size={16} /> : undefined}
      onClick={() => void copy(asCurl({ method: 'GET', path }))}
    >
      {t('common.copyCall')}
    </Menu.Item>
  </>
);

export const EditItem = (edited: Dialogs['record']) => (
  <Menu.Item onClick={() => openDialog({ dialog: 'record', ...edited })}>{t('common.edit')}</Menu.Item>
);

export const HoldItem = (held: Dialogs['hold']) => (
  <Menu.Item onClick={() => openDialog({ dialog: 'hold', ...held })}>{t('address.actions.hold')}</Menu.Item>
);

export const DeleteItem = ({ label = t('common.delete'), ...deleted }: Dialogs['delete'] & { label?: string }) => (
  <Menu.Item color="red" onClick={() => openDialog({ dialog: 'delete', ...deleted })}>
    {label}
  </Menu.Item>
);

interface SendProperties<Data> {
  readonly label: string;
  readonly call: () => Promise<{ readonly data: Data }>;
  readonly done: (data: Data) => void;
}

/** A menu item that sends a request. */
export function SendItem<Data>({ label, call, done }: SendProperties<Data>) {
  const { mutate } = useMutation({ mutationFn: call, onSuccess: ({ data }) => done(data) });
  return <Menu.Item onClick={() => mutate()}>{label}</Menu.Item>;
}
