import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { t, textFor } from '../../texts/text';
import { Card, Failure, Loading } from '../../ui/page/card';
import { notifyDone } from '../../ui/page/notices';
import { type MemberDescription, membersQuery, type ResourceRecord, settingsQuery } from './queries';
import { type Input, inputOf, MemberField } from './resources/member-field';

/** Returns the group of a setting: `scan` for `scan.attempts`. */
const groupOf = ({ name }: MemberDescription): string => (name.includes('.') ? (name.split('.')[0] ?? '') : 'service');

export function Settings() {
  const { data: described, error: noForms } = useQuery(membersQuery);
  const { data, error, refetch } = useQuery(settingsQuery);
  const changes = useChanges();
  const failure = error ?? noForms;
  if (failure) return <Failure error={failure} retry={() => void refetch()} />;
  if (!described || !data) return <Card>{<Loading lines={12} />}</Card>;
  const members = described.find(({ name }) => name === 'settings')?.members ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        changes.save();
      }}
    >
      <Stack gap={12}>
        {[...new Set(members.map(groupOf))].map((group) => (
          <Card key={group} title={textFor(`settings.part.${group}`, group)}>
            <SettingsGroup members={members.filter((member) => groupOf(member) === group)} settings={data} changes={changes} />
          </Card>
        ))}
        <SaveLine changes={changes} />
      </Stack>
    </form>
  );
}

type Changes = ReturnType<typeof useChanges>;

function useChanges() {
  const [parameters, setInput] = useState<Readonly<Record<string, Input>>>({});
  const undo = () => setInput({});
  const { mutate, isPending } = useMutation({
    mutationFn: () => send('PATCH', 'admin/settings/', parameters),
    onSuccess: () => {
      notifyDone(t('settings.saved'));
      undo();
    },
  });
  const change = (name: string, value: Input) => setInput({ ...parameters, [name]: value });
  return { given: parameters, change, undo, save: () => mutate(), isBeingSaved: isPending };
}

interface GroupProperties {
  readonly members: readonly MemberDescription[];
  readonly settings: ResourceRecord;
  readonly changes: Changes;
}

const SettingsGroup = ({ members, settings, changes: { given: input, change } }: GroupProperties) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} p={14} spacing="lg" verticalSpacing="md">
    {members.map((member) => (
      <MemberField
        key={member.name}
        kind="settings"
        member={member}
        isNew={false}
        value={input[member.name] ?? (member.type === 'secret' ? '' : inputOf(member, settings[member.name]))}
        onChange={(value) => change(member.name, value)}
      />
    ))}
  </SimpleGrid>
);

function SaveLine({ changes: { given: input, undo, isBeingSaved } }: { changes: Changes }) {
  const number = Object.keys(input).length;
  return (
    <Group justify="flex-end" gap="xs" className="save-line">
      <Text size="sm" className="quiet">
        {t('settings.changes', { n: number })}
      </Text>
      <Button variant="default" type="button" disabled={number === 0} onClick={undo}>
        {t('settings.undo')}
      </Button>
      <Button type="submit" disabled={number === 0} loading={isBeingSaved}>
        {t('common.save')}
      </Button>
    </Group>
  );
}
