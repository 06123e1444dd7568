import { Button, Checkbox, Group, Progress, Select, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Subnet } from '../../api/client';
import { subnetsOfSectionQuery } from '../../api/queries';
import { Card } from '../../ui/page/card';
import { count, counted } from '../../values/numbers';
import type { ImportTarget } from './choose';
import { doublesText, guessedFields, leftOutText, type Sort, type Target, titleOfColumn } from './columns';
import { DryRunResult, Ended } from './dry-run-result';
import { below, isBelow } from './hierarchy';
import { holders } from './holders';
import type { CsvTable } from './read-csv';
import { useReferences } from './references';
import { type Fixed, type Row, rowsOf } from './rows';
import { useBringing, type Work } from './use-import';

interface Properties {
  readonly sort: Sort;
  readonly place: ImportTarget;
  readonly table: CsvTable;
  readonly targets: readonly Target[];
}

const none: readonly Subnet[] = [];

/** Rows of the file that are shown. */
const shown = 3;

/** Asks what each column is, tries all rows out, and writes those that are sound. */
export function Match({ sort, place, table, targets }: Properties) {
  const [fields, setFields] = useState(() => guessedFields(table.head, targets));
  const [isNested, setNested] = useState(sort === 'subnets');
  const { data: subnets = none, isFetching: areSubnetsAsked } = useQuery(subnetsOfSectionQuery(Number(place.section)));
  const { idOf, isRead } = useReferences(targets, fields);
  const rows = useMemo(() => {
    const plain = rowsOf(table, { fields, targets, idOf }, fixedOf(sort, place, subnets));
    return isNested ? below(plain, subnets) : plain;
  }, [table, fields, targets, idOf, sort, place, subnets, isNested]);
  const work = useBringing(sort, rows);
  const change = (index: number, name: string) => {
    work.forget();
    setFields(fields.map((field, place) => (place === index ? name : field === name ? '' : field)));
  };
  return (
    <>
      <Card title={`${counted(table.rows.length, 'row')}: what the columns are`}>
        <Columns table={table} targets={targets} fields={fields} change={change} />
        <Stack p={14} gap="xs">
          <Notes table={table} targets={targets} fields={fields} />
          {sort === 'subnets' ? (
            <Nesting
              rows={rows}
              isNested={isNested}
              setNested={(next) => {
                work.forget();
                setNested(next);
              }}
            />
          ) : null}
          <Steps
            sort={sort}
            work={work}
            number={rows.length}
            hasKey={fields.includes(sort === 'addresses' ? 'ip' : 'cidr')}
            isRead={isRead && !areSubnetsAsked}
          />
        </Stack>
      </Card>
      {work.trial ? <DryRunResult trial={work.trial} table={table} /> : null}
      {work.write.data ? <Ended written={work.write.data} table={table} /> : null}
    </>
  );
}

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
                label={titleOfColumn(title, index)}
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

/** What of the file is not taken as it stands. */
function Notes({ table: { head, encoding }, targets, fields }: Omit<ColumnsProperties, 'change'>) {
  const notes = [
    encoding === 'Windows-1252' ? 'This file is not UTF-8: read as Windows-1252' : '',
    doublesText(head),
    leftOutText(head, fields, targets),
  ];
  return notes
    .filter((note) => note !== '')
    .map((note) => (
      <Text key={note} size="sm" c="var(--nearly)">
        {note}
      </Text>
    ));
}

interface NestingProperties {
  readonly rows: readonly Row[];
  readonly isNested: boolean;
  readonly setNested: (isNested: boolean) => void;
}

/** Asks whether networks are to hang from one another. */
const Nesting = ({ rows, isNested, setNested }: NestingProperties) => (
  <Checkbox
    size="xs"
    label="Put each network below the smallest one that contains it, of the section or of the file"
    description={
      isNested ? `${count(rows.filter(isBelow).length)} of ${counted(rows.length, 'network')} come below another one` : undefined
    }
    checked={isNested}
    onChange={({ currentTarget }) => setNested(currentTarget.checked)}
  />
);

interface StepsProperties {
  readonly sort: Sort;
  readonly work: Work;
  readonly number: number;
  /** Whether the column is known that every row needs. */
  readonly hasKey: boolean;
  /** Whether everything was read on which rows depend. */
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
function fixedOf(sort: Sort, { section, subnet }: ImportTarget, subnets: readonly Subnet[]): Fixed {
  if (sort === 'subnets') return () => ({ sectionId: section });
  if (subnet !== '') return () => ({ subnetId: subnet });
  const find = holders(subnets);
  return ({ ip = '' }) => {
    const subnetId = find(ip);
    return subnetId === undefined ? {} : { subnetId };
  };
}
