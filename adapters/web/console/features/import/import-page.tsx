import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { kindsQuery } from '../../api/queries';
import { Card, Loading } from '../../ui/page/card';
import { Heading } from '../../ui/page/heading';
import { Choose, type ImportTarget } from './choose';
import { type Sort, targetsOf } from './columns';
import { Match } from './match';
import type { CsvTable } from './read-csv';

interface LoadedFile {
  readonly table: CsvTable | undefined;
  /** Tells files apart that look alike: what came of one says nothing of the next. */
  readonly number: number;
}

/** Brings addresses or networks in out of a CSV file: nothing is written before it was tried out. */
export function ImportPage() {
  const { data: kinds } = useQuery(kindsQuery);
  const [sort, setSort] = useState<Sort>('addresses');
  const [place, setPlace] = useState<ImportTarget>({ section: '', subnet: '' });
  const [{ table, number }, setTaken] = useState<LoadedFile>({ table: undefined, number: 0 });
  const take = (next: CsvTable | undefined) => setTaken((before) => ({ table: next, number: before.number + 1 }));
  const kind = kinds?.find(({ name }) => name === (sort === 'addresses' ? 'address' : 'subnet'));
  return (
    <Stack gap={12}>
      <div>
        <Heading>Bring data</Heading>
        <Text size="sm" className="quiet">
          Out of a CSV file with titles in its first line. Nothing is written before every row was tried out.
        </Text>
      </div>
      <Card title="What, where to, and the file">
        <Choose
          sort={sort}
          setSort={(next) => {
            setSort(next);
            take(undefined);
          }}
          place={place}
          setPlace={setPlace}
          take={take}
        />
      </Card>
      {table && !kind ? <Loading /> : null}
      {table && kind ? (
        <Match
          key={`${sort} ${place.section} ${place.subnet} ${number}`}
          sort={sort}
          place={place}
          table={table}
          targets={targetsOf(sort, kind.fields)}
        />
      ) : null}
    </Stack>
  );
}
