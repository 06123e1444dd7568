import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { t, textFor } from '../../texts/text';
import { notifyDone } from '../../ui/page/notices';
import { Card, Failure, Loading, Quiet } from '../../ui/page/page';
import { type MemberDescription, membersQuery, settingsQuery } from './queries';
import { type Inputs, MemberFields } from './resources/member-field';

/** Returns the group of a setting: `scan` for `scan.attempts`. */
const groupOf = ({ name }: MemberDescription): string => (name.includes('.') ? (name.split('.')[0] ?? '') : 'service');

export function Settings() {
  const { data: described, error: noForms } = useQuery(membersQuery);
  const { data, error, refetch } = useQuery(settingsQuery);
  const [changes, setChanges] = useState<Inputs>({});
  const undo = () => setChanges({});
  const save = useMutation({
    mutationFn: () => send('PATCH', 'admin/settings/', changes),
    onSuccess: () => {
      notifyDone(t('settings.saved'));
      undo();
    },
  });
  const failure = error ?? noForms;
  if (failure) return <Failure error={failure} retry={() => void refetch()} />;
  if (!described || !data) return <Card>{<Loading lines={12} />}</Card>;
  const members = described.find(({ name }) => name === 'settings')?.members ?? [];
  const number = Object.keys(changes).length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap={12}>
        {[...Map.groupBy(members, groupOf)].map(([group, own]) => (
          <Card key={group} title={textFor(`settings.part.${group}`, group)}>
            <SimpleGrid cols={{ base: 1, md: 2 }} p={14} spacing="lg" verticalSpacing="md">
              <MemberFields kind="settings" members={own} record={data} values={changes} change={setChanges} />
            </SimpleGrid>
          </Card>
        ))}
        <Group justify="flex-end" gap="xs" className="save-line">
          <Quiet>{t('settings.changes', { n: number })}</Quiet>
          <Button variant="default" type="button" disabled={number === 0} onClick={undo}>
            {t('settings.undo')}
          </Button>
          <Button type="submit" disabled={number === 0} loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
