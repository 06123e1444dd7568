import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { AnyRecord } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { ConflictError, writeVersion } from '../../api/versions';
import { t } from '../../texts/text';
import { notifyDone } from '../page/notices';
import { closeDialog, type Dialogs, openDialog } from './dialogs';

export function ConflictDialog({ path, name, read, mine, written = mine, now }: Dialogs['conflict']) {
  const write = useMutation({
    mutationFn: () => writeVersion(path, written, now),
    onSuccess: () => {
      notifyDone(t('conflict.saved', { name }));
      closeDialog();
    },
    onError: (error) => {
      if (error instanceof ConflictError)
        openDialog({ dialog: 'conflict', path, name, read: now.record, mine, written, now: error.now });
    },
  });
  return (
    <Stack gap="sm">
      <Text size="sm">{t('conflict.text', { name })}</Text>
      <Versions read={read} mine={mine} theirs={now.record} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={closeDialog} data-autofocus>
          {t('conflict.keep')}
        </Button>
        <Button onClick={() => write.mutate()} loading={write.isPending}>
          {t('conflict.overwrite')}
        </Button>
      </Group>
    </Stack>
  );
}

const Versions = ({ read, mine, theirs }: { read: AnyRecord; mine: AnyRecord; theirs: AnyRecord }) => (
  <Table.ScrollContainer minWidth={300}>
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('values.field')}</Table.Th>
          <Table.Th>{t('conflict.original')}</Table.Th>
          <Table.Th>{t('conflict.current')}</Table.Th>
          <Table.Th>{t('conflict.yours')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {[...new Set([...Object.keys(mine), ...changedIn(read, theirs)])].map((field) => (
          <Table.Tr key={field}>
            <Table.Td>{labelOf(field)}</Table.Td>
            <Table.Td>{textOf(read[field])}</Table.Td>
            <Table.Td>{textOf(theirs[field])}</Table.Td>
            <Table.Td fw={600}>{field in mine ? textOf(mine[field]) : t('conflict.asTheirs')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

const textOf = (value: AnyRecord[string]): string => String(value ?? '') || '–';

const changedIn = (read: AnyRecord, now: AnyRecord): string[] =>
  Object.keys(read).filter((name) => name !== 'editDate' && String(read[name] ?? '') !== String(now[name] ?? ''));
