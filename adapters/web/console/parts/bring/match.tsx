import { Alert, Button, Group, Progress, Select, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Subnet } from '../../api/client';
import { subnetsOfSectionQuery } from '../../api/queries';
import { Card } from '../page/card';
import { tell } from '../page/telling';
import { type DataColumn, DataTable } from '../tables/data-table';
import { count, counted } from '../values/numbers';
import { type Brought, bring, type Refusal, twice, unnamed } from './bringing';
import type { Place } from './choose';
import { type Fixed, guessedFields, itemsOf, type Sort, type Target } from './columns';
import type { CsvTable } from './csv';
import { holders } from './holders';
import { useReferences } from './references';

interface Properties {
  readonly sort: Sort;
  readonly place: Place;
  readonly table: CsvTable;
  readonly targets: readonly Target[];
}

const none: readonly Subnet[] = [];

/** Rows of the file that are shown. */
const shown = 3;

/** Asks what each column is, tries all rows out, and writes those that are sound. */
export function Match({ sort, place, table, targets }: Properties) {
  const [fields, setFields] = useState(() => guessedFields(table.head, targets));
  const { data: subnets = none } = useQuery({
    ...subnetsOfSectionQuery(Number(place.section)),
    enabled: sort === 'addresses',
  });
  const { idOf, isRead } = useReferences(targets, fields);
  const items = useMemo(
    () => itemsOf(table, { fields, targets, idOf }, fixedOf(sort, place, subnets)),
    [table, fields, targets, idOf, sort, place, subnets],
  );
  const work = useBringing(sort, items, () => unnamed(table, fields, targets, idOf));
  const change = (index: number, name: string) => {
    work.forget();
    setFields(fields.map((field, place) => (place === index ? name : field === name ? '' : field)));
  };
  return (
    <>
      <Card title={`${counted(table.rows.length, 'row')}: what the columns are`}>
        <Columns table={table} targets={targets} fields={fields} change={change} />
        <Stack p={14} gap="xs">
          <Steps
            sort={sort}
            work={work}
            number={items.length}
            hasKey={fields.includes(sort === 'addresses' ? 'ip' : 'cidr')}
            isRead={isRead}
          />
        </Stack>
      </Card>
      {work.trial ? <Told trial={work.trial} table={table} isWritten={work.write.isSuccess} /> : null}
      {work.write.data && work.write.data.refused.length > 0 ? <Refused refused={work.write.data.refused} rows={[]} /> : null}
    </>
  );
}

/** Tries items out, then writes those that are sound. @param mistakes rows of which it is known before that they are not */
function useBringing(sort: Sort, items: readonly object[], mistakes: () => readonly Refusal[]) {
  const [trial, setTrial] = useState<Brought>();
  const [progress, setProgress] = useState<Brought>();
  const isWanted = useRef(true);
  const check = useMutation({
    mutationFn: () => bring(sort, items, true, setProgress),
    onSuccess: (tried) => {
      const doubles = twice(items, sort === 'addresses' ? ['ip'] : ['subnet', 'mask']);
      const byRow = new Map([...doubles, ...tried.refused, ...mistakes()].map((refusal) => [refusal.row, refusal]));
      const refused = [...byRow.values()];
      setTrial({ done: items.length - refused.length, refused: refused.sort((one, other) => one.row - other.row) });
      setProgress(undefined);
    },
  });
  const write = useMutation({
    mutationFn: () => {
      const bad = new Set(trial?.refused.map(({ row }) => row));
      isWanted.current = true;
      const sound = items.filter((_item, index) => !bad.has(index + 1));
      return bring(sort, sound, false, setProgress, () => isWanted.current);
    },
    onError: () => setTrial(undefined), // nobody knows what of it is in by now
    onSuccess: ({ done, refused }) => {
      tell(`${count(done)} ${sort} are brought in${refused.length > 0 ? `, ${count(refused.length)} were refused` : ''}`);
      setProgress(undefined);
      setTrial({ done: 0, refused: [] });
    },
  });
  const stop = () => {
    isWanted.current = false;
  };
  return { trial, progress, check, write, stop, forget: () => setTrial(undefined) };
}

type Work = ReturnType<typeof useBringing>;

interface ColumnsProperties {
  readonly table: CsvTable;
  readonly targets: readonly Target[];
  /** What each column is brought to. */
  readonly fields: readonly string[];
  readonly change: (index: number, name: string) => void;
}

/** The columns of the file with their first rows, and what each of them is. */
const Columns = ({ table, targets, fields, change }: ColumnsProperties) => (
  <Table.ScrollContainer minWidth={Math.max(320, table.head.length * 150)}>
    <Table>
      <Table.Thead>
        <Table.Tr>
          {table.head.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: titles may be there twice, and a column stays where it is
            <Table.Th key={index}>
              <Select
                size="xs"
                label={title || `Column ${index + 1}`}
                placeholder="left out"
                clearable
                data={targets.map(({ name, label }) => ({ value: name, label }))}
                value={fields[index] || null}
                onChange={(name) => change(index, name ?? '')}
              />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {table.rows.slice(0, shown).map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may be there twice
          <Table.Tr key={line}>
            {table.head.map((_title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: titles may be there twice
              <Table.Td key={index}>{row[index]}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

interface StepsProperties {
  readonly sort: Sort;
  readonly work: Work;
  readonly number: number;
  /** Whether the column is known that every row needs. */
  readonly hasKey: boolean;
  /** Whether the records were read that columns name. */
  readonly isRead: boolean;
}

/** What is done next, and how far it has come. */
function Steps({ sort, work: { trial, progress, check, write, stop }, number, hasKey, isRead }: StepsProperties) {
  const isBusy = check.isPending || write.isPending;
  const passed = (progress?.done ?? 0) + (progress?.refused.length ?? 0);
  return (
    <>
      {hasKey ? null : (
        <Text size="sm" c="var(--nearly)">
          No column is the {sort === 'addresses' ? 'address' : 'network'} yet: choose it above.
        </Text>
      )}
      {isBusy ? <Progress value={(100 * passed) / Math.max(1, number)} aria-label="How far it has come" animated /> : null}
      <Group gap="xs">
        <Button
          variant={trial ? 'default' : 'filled'}
          onClick={() => check.mutate()}
          loading={check.isPending}
          disabled={!hasKey || !isRead || isBusy}
        >
          Try all rows out
        </Button>
        {trial && trial.done > 0 ? (
          <Button onClick={() => write.mutate()} loading={write.isPending}>
            Bring {counted(trial.done, 'row')} in
          </Button>
        ) : null}
        {write.isPending ? (
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        ) : null}
      </Group>
    </>
  );
}

/** Where each row is to hang: in the network that was chosen, or in the narrowest of the section that holds its address. */
function fixedOf(sort: Sort, { section, subnet }: Place, subnets: readonly Subnet[]): Fixed {
  if (sort === 'subnets') return () => ({ sectionId: section });
  if (subnet !== '') return () => ({ subnetId: subnet });
  const find = holders(subnets);
  return ({ ip = '' }) => {
    const subnetId = find(ip);
    return subnetId === undefined ? {} : { subnetId };
  };
}

function Told({ trial: { done, refused }, table, isWritten }: { trial: Brought; table: CsvTable; isWritten: boolean }) {
  if (isWritten) return <Alert color="teal">All sound rows are in.</Alert>;
  if (refused.length === 0) return <Alert color="teal">All {count(done)} rows can be brought in.</Alert>;
  return (
    <Card title={`${counted(refused.length, 'row')} cannot be brought in`}>
      <Refused refused={refused} rows={table.rows} />
    </Card>
  );
}

function Refused({ refused, rows }: { refused: readonly Refusal[]; rows: CsvTable['rows'] }) {
  const columns: readonly DataColumn<Refusal>[] = [
    { name: 'row', title: 'Row', width: '60px', look: 'quiet', text: ({ row }) => `Row ${row}` },
    { name: 'why', title: 'Mistake', width: 'minmax(180px, 1fr)', text: ({ message }) => message },
    {
      name: 'what',
      title: 'What stands there',
      width: 'minmax(160px, 1.4fr)',
      look: 'quiet',
      text: ({ row }) => rows[row - 1]?.join(' · ') ?? '',
      isMinor: true,
    },
  ];
  return (
    <DataTable
      label="Rows with mistakes"
      columns={columns}
      items={refused}
      keyOf={({ row, message }) => `${row} ${message}`}
      rowHeight={32}
      empty={null}
    />
  );
}
