import { Badge, Button, Group, Menu, Modal } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../texts/text';
import { openDialog } from '../../../ui/dialogs/dialogs';
import { Card, Empty, Ready } from '../../../ui/page/card';
import { MoreMenu } from '../../../ui/page/more-menu';
import { menuColumn } from '../../../ui/tables/columns';
import { type DataColumn, DataTable } from '../../../ui/tables/data-table';
import { Timestamp } from '../../../ui/values/timestamp';
import { NewSecret } from '../resources/new-secret';
import { KeyForm } from './key-form';
import { daysLeft, type KeyRecord, type KeysPath, keysQuery, rotateKey } from './key-queries';

interface Properties {
  readonly keysPath: KeysPath;
  readonly title: string;
  readonly empty: string;
}

export function KeyList({ keysPath, title, empty }: Properties) {
  const [edited, setEdited] = useState<KeyRecord | 'new' | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const keys = useQuery(keysQuery(keysPath));
  const close = () => setEdited(null);
  return (
    <>
      <Card
        title={title}
        side={
          <Button leftSection={<PlusIcon size={14} />} onClick={() => setEdited('new')}>
            {t('keys.new')}
          </Button>
        }
      >
        <Ready of={keys}>
          {(all) => (
            <DataTable
              label={t('admin.keys')}
              columns={columnsOf(keysPath, setMade, setEdited)}
              items={all}
              keyOf={({ id }) => id}
              empty={<Empty title={t('keys.none')}>{empty}</Empty>}
            />
          )}
        </Ready>
      </Card>
      <Modal opened={edited !== null} onClose={close} title={edited === 'new' || !edited ? t('keys.new') : edited.name}>
        <KeyForm
          keysPath={keysPath}
          record={edited === 'new' ? undefined : (edited ?? undefined)}
          onDone={close}
          onKey={setMade}
        />
      </Modal>
      <NewSecret secret={made} word="key" onClose={() => setMade(null)} />
    </>
  );
}

const columnsOf = (
  keysPath: KeysPath,
  onKey: (key: string) => void,
  onEdit: (key: KeyRecord) => void,
): readonly DataColumn<KeyRecord>[] => [
  { name: 'name', title: t('column.name'), width: 'minmax(110px, 1.2fr)', text: ({ name }) => name, look: 'strong' },
  ...(keysPath === 'keys'
    ? []
    : [{ name: 'user', title: t('keys.owner'), width: 'minmax(90px, 1fr)', text: ({ user }: KeyRecord) => user }]),
  {
    name: 'scopes',
    title: t('keys.scopes'),
    width: 'minmax(120px, 1.4fr)',
    text: ({ scopes }) => scopes.join(', '),
    isMinor: true,
  },
  { name: 'id', title: t('keys.id'), width: '110px', text: ({ id }) => id, look: 'mono', isMinor: true },
  {
    name: 'lastUsed',
    title: t('keys.lastUsed'),
    width: '140px',
    cell: ({ lastUsed }) => <Timestamp at={lastUsed} never={t('common.never')} />,
  },
  { name: 'expires', title: t('keys.expires'), width: '200px', cell: (key) => <Expiry of={key} /> },
  menuColumn((key) => <KeyMenu keysPath={keysPath} of={key} onKey={onKey} onEdit={onEdit} />),
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
  readonly onEdit: (key: KeyRecord) => void;
}

function KeyMenu({ keysPath, of, onKey, onEdit }: MenuProperties) {
  const { id, name } = of;
  const rotate = useMutation({ mutationFn: () => rotateKey(keysPath, id), onSuccess: ({ data }) => onKey(data.key) });
  const warning = t('keys.revokeWarning');
  return (
    <MoreMenu of={name}>
      <Menu.Item onClick={() => onEdit(of)}>{t('common.edit')}</Menu.Item>
      <Menu.Item onClick={() => rotate.mutate()}>{t('keys.rotate')}</Menu.Item>
      <Menu.Item color="red" onClick={() => openDialog({ dialog: 'delete', path: `${keysPath}/${id}/`, name, warning })}>
        {t('keys.revoke')}
      </Menu.Item>
    </MoreMenu>
  );
}
