import { Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Change, failureOf } from '../api/client';
import { changesPage } from '../api/queries';
import { ChangeFilter } from '../parts/changes/change-filter';
import { ChangeLine } from '../parts/changes/change-line';
import { Card, Empty, Failure, Loading } from '../parts/page/card';
import { Heading } from '../parts/page/heading';

/** All changes, newest first, each with its values before and after. */
export function ChangesPage() {
  const search = useSearch({ from: '/changes' });
  const filter = filterOf(search);
  const { changes, failure, again, older, hasOlder, isFetching } = useChanges(filter);
  return (
    <Stack gap={12}>
      <Group justify="space-between">
        <Heading>Changes</Heading>
        <ChangeFilter search={search} />
      </Group>
      <Card>
        {failure ? (
          <Failure error={failure} retry={again} />
        ) : !changes ? (
          <Loading lines={10} />
        ) : changes.length === 0 && !hasOlder ? (
          <Empty title={Object.keys(filter).length > 0 ? 'No change is like that' : 'Nothing has changed yet'} />
        ) : (
          <div style={{ padding: 6 }}>
            {changes.map((change) => (
              <Entry key={change.id} change={change} />
            ))}
          </div>
        )}
        {hasOlder ? (
          <Group justify="center" p="sm">
            <Button variant="subtle" loading={isFetching} onClick={older}>
              Older ones
            </Button>
          </Group>
        ) : null}
      </Card>
    </Stack>
  );
}

type Filter = Readonly<Record<string, string>>;

/** Reads changes page by page, the newest first. */
function useChanges(filter: Filter) {
  const { data, error, fetchNextPage, hasNextPage, isFetching, refetch } = useInfiniteQuery({
    queryKey: ['register', 'changes', 'all', filter],
    queryFn: ({ pageParam }) => changesPage(pageParam, 60, filter),
    initialPageParam: 'now',
    getNextPageParam: (page) => ('before' in page ? (page.before ?? undefined) : undefined),
  });
  return {
    changes: data?.pages.flatMap((page) => page.changes),
    failure: failureOf({ data, error }),
    again: () => void refetch(),
    older: () => void fetchNextPage(),
    hasOlder: hasNextPage,
    isFetching,
  };
}

/** What the service is asked for: days are those of the browser's zone, the last one whole. */
function filterOf(search: Readonly<Record<string, string | undefined>>): Filter {
  const moment = (day: string, time: string) => {
    const at = new Date(`${day}T${time}`);
    return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined;
  };
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => {
      if (!value) return [];
      if (name !== 'from' && name !== 'to') return [[name, value]];
      const at = moment(value, name === 'from' ? '00:00:00' : '23:59:59');
      return at ? [[name, at]] : [];
    }),
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
  const values: Record<'before' | 'after', Readonly<Record<string, unknown>>> = { before: before ?? {}, after: after ?? {} };
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
