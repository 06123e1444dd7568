import { Alert, Button, FileButton, Group, Progress, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { UploadIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { subnetsOfSectionQuery } from '../../api/queries';
import { useSectionsAt } from '../../api/sections';
import { isFolder } from '../../api/subnet-name';
import type { Sort } from './columns';
import { type CsvTable, readCsv } from './read-csv';

/** Where what is brought in is to hang. */
export interface ImportTarget {
  readonly section: string;
  /** Empty where the service is to find the subnet of each address by itself. */
  readonly subnet: string;
}

interface Properties {
  readonly sort: Sort;
  readonly setSort: (sort: Sort) => void;
  readonly place: ImportTarget;
  readonly setPlace: (place: ImportTarget) => void;
  /** Takes what was read; nothing while another file is being read. */
  readonly take: (table: CsvTable | undefined) => void;
}

/** Asks what is brought in, where to, and out of which file. */
export function Choose({ sort, setSort, place, setPlace, take }: Properties) {
  const sections = useSectionsAt(sort === 'addresses' ? 2 : 3);
  if (sections.length === 0)
    return (
      <Alert color="orange" m="md">
        There is no section in which you may write {sort === 'addresses' ? 'addresses' : 'networks'}.
      </Alert>
    );
  return (
    <Stack gap="sm" p={14}>
      <Group gap="sm" align="flex-end">
        <SegmentedControl<Sort>
          size="xs"
          value={sort}
          onChange={setSort}
          data={[
            { value: 'addresses', label: 'Addresses' },
            { value: 'subnets', label: 'Networks' },
          ]}
        />
        <Select
          size="xs"
          label="Section"
          placeholder="Choose one"
          data={sections.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={place.section || null}
          onChange={(section) => setPlace({ section: section ?? '', subnet: '' })}
        />
        {sort === 'addresses' ? <NetworkChoice place={place} setPlace={setPlace} /> : null}
      </Group>
      {place.section === '' ? null : <Drop take={take} />}
    </Stack>
  );
}

function NetworkChoice({ place, setPlace }: Pick<Properties, 'place' | 'setPlace'>) {
  const { data: subnets = [] } = useQuery({
    ...subnetsOfSectionQuery(Number(place.section)),
    enabled: place.section !== '',
  });
  return (
    <Select
      size="xs"
      label="Network"
      placeholder="The one that each address lies in"
      w={260}
      clearable
      searchable
      limit={100}
      disabled={place.section === ''}
      data={subnets
        .filter((subnet) => !isFolder(subnet))
        .map(({ id, subnet, mask, description }) => ({
          value: String(id),
          label: `${subnet}/${mask} ${description ?? ''}`,
        }))}
      value={place.subnet || null}
      onChange={(subnet) => setPlace({ ...place, subnet: subnet ?? '' })}
    />
  );
}

function Drop({ take }: Pick<Properties, 'take'>) {
  const [isOver, setOver] = useState(false);
  const [read, setRead] = useState<number>();
  const forget = useRef<() => void>(null);
  const reading = useMutation({
    meta: { failed: 'The file cannot be read' },
    mutationFn: (file: File) => readCsv(file, setRead),
    onMutate: () => take(undefined),
    onSuccess: take,
    onSettled: () => forget.current?.(), // a browser is silent where a file is chosen that is chosen already
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) reading.mutate(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped there; by keyboard there is the button
    <div
      className="drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon size={28} />
      <Text size="sm">Drop a CSV file here</Text>
      <FileButton
        resetRef={forget}
        accept=".csv,.txt,.tsv,text/csv"
        onChange={(file) => file && reading.mutate(file)}
        inputProps={{ 'aria-label': 'CSV file' }}
      >
        {(button) => (
          <Button variant="default" {...button}>
            or choose one
          </Button>
        )}
      </FileButton>
      {reading.isPending ? <Progress value={(read ?? 0) * 100} w="60%" aria-label="How much is read" /> : null}
    </div>
  );
}
