import { Alert, Button, Group, Progress, Select, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Subnet } from '../../api/client';
import { subnetsOfSectionQuery } from '../../api/queries';
import { Card } from '../card';
import { count } from '../numbers';
import { tell } from '../telling';
import { VirtualRows } from '../virtual-rows';
import { type Brought, bring, type Refusal, twice } from './bringing';
import type { Place } from './choose';
import { type Fixed, guessed, itemsOf, type Sort, type Target } from './columns';
import type { CsvTable } from './csv';
import { holders } from './holders';

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
  const [fields, setFields] = useState(() => table.head.map((title) => guessed(title, targets)));
  const [trial, setTrial] = useState<Brought>();
  const [progress, setProgress] = useState<Brought>();
  const isWanted = useRef(true);
  const { data: subnets = none } = useQuery({
    ...subnetsOfSectionQuery(Number(place.section)),
    enabled: sort === 'addresses',
  });
  const needed = sort === 'addresses' ? 'ip' : 'cidr';
  const items = useMemo(() => itemsOf(table, fields, fixedOf(sort, place, subnets)), [table, fields, sort, place, subnets]);
  const change = (index: number, name: string) => {
    setTrial(undefined);
    setFields(fields.map((field, place) => (place === index ? name : field === name ? '' : field)));
  };
  const check = useMutation({
    mutationFn: () => bring(sort, items, true, setProgress),
    onSuccess: (tried) => {
      const doubles = twice(items, sort === 'addresses' ? ['ip'] : ['subnet', 'mask']);
      const rows = new Set(tried.refused.map(({ row }) => row));
      const refused = [...tried.refused, ...doubles.filter(({ row }) => !rows.has(row))];
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
    onSuccess: ({ done, refused }) => {
      tell(`${count(done)} ${sort} are brought in${refused.length > 0 ? `, ${count(refused.length)} were refused` : ''}`);
      setProgress(undefined);
      setTrial({ done: 0, refused: [] });
    },
  });
  const isBusy = check.isPending || write.isPending;
  const isReady = fields.includes(needed);
  return (
    <>
      <Card title={`${count(table.rows.length)} rows: what the columns are`}>
        <Table.ScrollContainer minWidth={Math.max(320, table.head.length * 150)}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {table.head.map((title, index) => (
                  <Table.Th key={`${title} ${targets.length}`}>
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
              {table.rows.slice(0, shown).map((row) => (
                <Table.Tr key={row.join()}>
                  {table.head.map((title, index) => (
                    <Table.Td key={title}>{row[index]}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Stack p={14} gap="xs">
          {isReady ? null : (
            <Text size="sm" c="orange">
              No column is the {sort === 'addresses' ? 'address' : 'network'} yet.
            </Text>
          )}
          {isBusy ? (
            <Progress
              value={(100 * ((progress?.done ?? 0) + (progress?.refused.length ?? 0))) / Math.max(1, items.length)}
              aria-label="How far it has come"
              animated
            />
          ) : null}
          <Group gap="xs">
            <Button
              variant={trial ? 'default' : 'filled'}
              onClick={() => check.mutate()}
              loading={check.isPending}
              disabled={!isReady || isBusy}
            >
              Try all rows out
            </Button>
            {trial && trial.done > 0 ? (
              <Button onClick={() => write.mutate()} loading={write.isPending}>
                Bring {count(trial.done)} rows in
              </Button>
            ) : null}
            {write.isPending ? (
              <Button
                variant="default"
                onClick={() => {
                  isWanted.current = false;
                }}
              >
                Stop
              </Button>
            ) : null}
          </Group>
        </Stack>
      </Card>
      {trial ? <Told trial={trial} table={table} isWritten={write.isSuccess} /> : null}
      {write.data && write.data.refused.length > 0 ? <Refused refused={write.data.refused} rows={[]} /> : null}
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
    <Card title={`${count(refused.length)} rows cannot be brought in`}>
      <Refused refused={refused} rows={table.rows} />
    </Card>
  );
}

function Refused({ refused, rows }: { refused: readonly Refusal[]; rows: CsvTable['rows'] }) {
  return (
    <VirtualRows
      count={refused.length}
      rowHeight={32}
      label="Rows with mistakes"
      width={520}
      row={(index) => {
        const refusal = refused[index];
        return refusal ? (
          <div className="record-line" style={{ gridTemplateColumns: '70px minmax(0, 1fr) minmax(0, 1.4fr)' }}>
            <span className="quiet">Row {refusal.row}</span>
            <span>{refusal.message}</span>
            <span className="cut quiet">{rows[refusal.row - 1]?.join(' · ')}</span>
          </div>
        ) : null;
      }}
    />
  );
}
