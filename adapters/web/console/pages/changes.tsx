import { Button, Code, Group, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Change } from '../api/client';
import { changesPage, kindsQuery } from '../api/queries';
import { Card, Empty, Failure, Loading } from '../parts/card';
import { ChangeLine } from '../parts/change-line';
import { headline } from '../parts/navigation';

/** All changes, newest first, each with its values before and after. */
export function ChangesPage() {
  const { kind } = useSearch({ from: '/changes' });
  const navigate = useNavigate();
  const { data: kinds = [] } = useQuery(kindsQuery);
  const { data, error, fetchNextPage, hasNextPage, isFetching, refetch } = useInfiniteQuery({
    queryKey: ['register', 'changes', 'all', kind],
    queryFn: ({ pageParam }) => changesPage(pageParam, 60, kind),
    initialPageParam: 'now',
    getNextPageParam: (page) => ('before' in page ? (page.before ?? undefined) : undefined),
  });
  const changes = data?.pages.flatMap((page) => page.changes);
  return (
    <Stack gap={12}>
      <Group justify="space-between">
        <Title order={1}>Changes</Title>
        <Select
          aria-label="Of what"
          placeholder="Of everything"
          size="xs"
          clearable
          data={kinds.map(({ name, title }) => ({ value: name, label: headline(title) }))}
          value={kind ?? null}
          onChange={(chosen) => void navigate({ to: '/changes', search: chosen ? { kind: chosen } : {} })}
        />
      </Group>
      <Card>
        {error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : !changes ? (
          <Loading lines={10} />
        ) : changes.length === 0 ? (
          <Empty title="Nothing has changed yet" />
        ) : (
          <div style={{ padding: 6 }}>
            {changes.map((change) => (
              <Entry key={change.id} change={change} />
            ))}
          </div>
        )}
        {hasNextPage ? (
          <Group justify="center" p="sm">
            <Button variant="subtle" loading={isFetching} onClick={() => void fetchNextPage()}>
              Older ones
            </Button>
          </Group>
        ) : null}
      </Card>
    </Stack>
  );
}

function Entry({ change }: { change: Change }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Group gap={0} wrap="nowrap">
        <div style={{ flex: 1, minWidth: 0 }}>
          <ChangeLine change={change} />
        </div>
        <Button variant="subtle" color="gray" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Less' : 'Values'}
        </Button>
      </Group>
      {isOpen ? <Values change={change} /> : null}
    </div>
  );
}

function Values({ change: { before, after } }: { change: Change }) {
  const values = { before: (before ?? {}) as Record<string, unknown>, after: (after ?? {}) as Record<string, unknown> };
  const names = [...new Set([...Object.keys(values.before), ...Object.keys(values.after)])];
  const print = (value: unknown) =>
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <Table withRowBorders={false} ml={22} mb="xs" w="auto" verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Td>
              <Text size="sm" className="quiet">
                {name}
              </Text>
            </Table.Td>
            <Table.Td>{print(values.before[name]) ? <Code>{print(values.before[name])}</Code> : null}</Table.Td>
            <Table.Td>{print(values.after[name]) ? <Code>{print(values.after[name])}</Code> : null}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
