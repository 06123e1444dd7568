import { Badge, Button, Group, Menu, Modal } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { Empty } from '../../ui/page/card';
import { MoreMenu } from '../../ui/page/more-menu';
import { menuColumn, textColumn, timeColumn } from '../../ui/tables/columns';
import type { DataColumn } from '../../ui/tables/data-table';
import { TableCard } from '../../ui/tables/table-card';
import { Timestamp } from '../../ui/values/timestamp';
import { KeyForm } from './key-form';
import { daysLeft, type KeyRecord, type KeysPath, keysQuery, rotateKey } from './key-queries';
import { NewSecret } from './new-secret';

export function KeyList({ keysPath, title, empty }: { keysPath: KeysPath; title: string; empty: string }) {
  const [edited, setEdited] = useState<KeyRecord | 'new' | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const record = edited === 'new' || edited === null ? undefined : edited;
  const close = () => setEdited(null);
  return (
    <>
      <TableCard
        title={title}
        label={t('admin.keys')}
        side={
          <Button leftSection={<PlusIcon size={14} />} onClick={() => setEdited('new')}>
            {t('keys.new')}
          </Button>
        }
        of={useQuery(keysQuery(keysPath))}
        columns={[
          ...columnsOf(keysPath),
          menuColumn<KeyRecord>((key) => <KeyMenu keysPath={keysPath} of={key} onKey={setMade} onEdit={() => setEdited(key)} />),
        ]}
        keyOf={({ id }) => id}
        empty={<Empty title={t('keys.none')}>{empty}</Empty>}
      />
      <Modal opened={edited !== null} onClose={close} title={record?.name ?? t('keys.new')}>
        <KeyForm keysPath={keysPath} record={record} onDone={close} onKey={setMade} />
      </Modal>
      <NewSecret secret={made} word="key" onClose={() => setMade(null)} />
    </>
  );
}

const columnsOf = (keysPath: KeysPath): readonly DataColumn<KeyRecord>[] => [
  textColumn('name', t('column.name'), 'minmax(110px, 1.2fr)', { look: 'strong' }),
  ...(keysPath === 'keys' ? [] : [textColumn<KeyRecord>('user', t('keys.owner'), 'minmax(90px, 1fr)')]),
  textColumn('scopes', t('keys.scopes'), 'minmax(120px, 1.4fr)', { text: ({ scopes }) => scopes.join(', '), isMinor: true }),
  textColumn('id', t('keys.id'), '110px', { look: 'mono', isMinor: true }),
  timeColumn('lastUsed', t('keys.lastUsed'), '140px', { never: t('common.never') }),
  { name: 'expires', title: t('keys.expires'), width: '200px', cell: (key) => <Expiry of={key} /> },
];

function Expiry({ of }: { of: KeyRecord }) {
  const left = daysLeft(of);
  return (
    <Group gap={6} wrap="nowrap">
      <Timestamp at={of.expires} never={t('common.never')} />
      {left === undefined ? null : (
        <Badge color={left === 0 ? 'red' : 'orange'} variant="light">
          {left === 0 ? t('keys.expired') : t('keys.daysLeft', { n: left })}
        </Badge>
      )}
    </Group>
  );
}

interface MenuProperties {
  readonly keysPath: KeysPath;
  readonly of: KeyRecord;
  readonly onKey: (key: string) => void;
  readonly onEdit: () => void;
}

function KeyMenu({ keysPath, of: { id, name }, onKey, onEdit }: MenuProperties) {
  const rotate = useMutation({ mutationFn: () => rotateKey(keysPath, id), onSuccess: ({ data }) => onKey(data.key) });
  const warning = t('keys.revokeWarning');
  return (
    <MoreMenu of={name}>
      <Menu.Item onClick={onEdit}>{t('common.edit')}</Menu.Item>
      <Menu.Item onClick={() => rotate.mutate()}>{t('keys.rotate')}</Menu.Item>
      <Menu.Item color="red" onClick={() => openDialog({ dialog: 'delete', path: `${keysPath}/${id}/`, name, warning })}>
        {t('keys.revoke')}
      </Menu.Item>
    </MoreMenu>
  );
}
