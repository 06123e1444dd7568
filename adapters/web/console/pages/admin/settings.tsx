import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client';
import { Card, Failure, Loading } from '../../parts/page/card';
import { tell } from '../../parts/page/telling';
import { type Given, givenOf, MemberField } from './kept/member-field';
import { type MemberAbout, membersQuery, settingsQuery } from './queries';

const titles: Readonly<Record<string, string>> = {
  '': 'The service',
  defaults: 'New sections and networks',
  prefixFields: 'What /prefix/ goes by',
  webhooks: 'Webhooks',
  scan: 'Pings and scans',
  dns: 'DNS records',
};

const partOf = ({ name }: MemberAbout): string => (name.includes('.') ? (name.split('.')[0] ?? '') : '');

/** What the whole service goes by. */
export function Settings() {
  const { data: described, error: noForms } = useQuery(membersQuery);
  const { data, error, refetch } = useQuery(settingsQuery);
  const [given, setGiven] = useState<Readonly<Record<string, Given>>>({});
  const save = useMutation({
    mutationFn: () => send('PATCH', 'admin/settings/', given),
    onSuccess: () => {
      tell('Settings are changed');
      setGiven({});
    },
  });
  const failure = error ?? noForms;
  if (failure) return <Failure error={failure} retry={() => void refetch()} />;
  if (!described || !data) return <Card>{<Loading lines={12} />}</Card>;
  const members = described.find(({ name }) => name === 'settings')?.members ?? [];
  const parts = [...new Set(members.map(partOf))];
  const changed = Object.keys(given).length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap={12}>
        {parts.map((part) => (
          <Card key={part} title={titles[part] ?? part}>
            <SimpleGrid cols={{ base: 1, md: 2 }} p={14} spacing="lg" verticalSpacing="md">
              {members
                .filter((member) => partOf(member) === part)
                .map((member) => (
                  <MemberField
                    key={member.name}
                    member={member}
                    isNew={false}
                    value={given[member.name] ?? (member.type === 'secret' ? '' : givenOf(member, data[member.name]))}
                    onChange={(value) => setGiven({ ...given, [member.name]: value })}
                  />
                ))}
            </SimpleGrid>
          </Card>
        ))}
        <Group justify="flex-end" gap="xs" className="save-line">
          <Text size="sm" className="quiet">
            {changed === 0 ? 'Nothing is changed' : changed === 1 ? '1 change' : `${changed} changes`}
          </Text>
          <Button variant="default" type="button" disabled={changed === 0} onClick={() => setGiven({})}>
            Undo
          </Button>
          <Button type="submit" disabled={changed === 0} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
