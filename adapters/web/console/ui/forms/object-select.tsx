import { Loader, MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { findObjects } from '../../api/find';
import { type NamedById, nameOfRecord, useNames } from '../../api/kinds';
import { t } from '../../texts/text';

interface Common {
  readonly label: string;
  readonly required?: boolean;
  readonly description?: string;
}

/** An address or subnet, as the value of an option: `subnet 3`. */
type Choice = `${NamedById} ${string}`;

const kindOf = (choice: string): NamedById => (choice.startsWith('subnet ') ? 'subnet' : 'address');
const idOf = (choice: string): string => choice.slice(choice.indexOf(' ') + 1);

function useOptions(kinds: readonly NamedById[], chosen: readonly string[], text: string) {
  const [debouncedText] = useDebouncedValue(text.trim(), 200);
  const lists = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: ['register', 'choices', kind, debouncedText],
      queryFn: () => findObjects(kind, debouncedText),
      enabled: debouncedText.length > 1,
      retry: false,
    })),
  });
  const names = useNames(chosen.map((choice) => ({ kind: kindOf(choice), id: idOf(choice) })));
  const found = lists.flatMap(({ data = [] }, index) =>
    data.map((record) => ({ value: `${kinds[index]} ${record.id}`, label: nameOfRecord(record, true) })),
  );
  const own = chosen.map((choice) => ({
    value: choice,
    label: names.get(kindOf(choice))?.get(idOf(choice)) ?? `#${idOf(choice)}`,
  }));
  const options = [...own, ...found.filter(({ value }) => !chosen.includes(value))];
  return {
    options,
    isFetching: lists.some((list) => list.isFetching),
    isReady: debouncedText === text.trim() && debouncedText.length > 1,
  };
}

const nothingFound = (isReady: boolean, isFetching: boolean): string =>
  t(isReady && !isFetching ? 'common.noMatch' : 'field.typeToFind');

/** Shows all options, because the service has filtered them. */
const unfiltered = ({ options }: { options: readonly unknown[] }) => options as never;

interface ObjectProperties extends Common {
  readonly kind: NamedById;
  /** The id; 0 or empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

export function ObjectSelect({ kind, value, onChange, ...common }: ObjectProperties) {
  const [text, setText] = useState('');
  const chosen: Choice | undefined = value === '' || value === '0' ? undefined : `${kind} ${value}`;
  const { options, isFetching, isReady } = useOptions([kind], chosen ? [chosen] : [], text);
  return (
    <Select
      {...common}
      data={options}
      value={chosen ?? null}
      onChange={(choice) => onChange(choice ? idOf(choice) : '0')}
      searchable
      clearable
      filter={unfiltered}
      onSearchChange={setText}
      placeholder={t('field.findObject')}
      nothingFoundMessage={nothingFound(isReady, isFetching)}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
    />
  );
}

interface ObjectsProperties extends Common {
  readonly value: readonly ObjectId[];
  readonly onChange: (objects: readonly ObjectId[]) => void;
}

export function ObjectsSelect({ value, onChange, ...common }: ObjectsProperties) {
  const [text, setText] = useState('');
  const chosen = value.map(({ kind, id }): Choice => `${kind} ${id}`);
  const { options, isFetching, isReady } = useOptions(['subnet', 'address'], chosen, text);
  return (
    <MultiSelect
      {...common}
      data={options}
      value={chosen}
      onChange={(choices) => onChange(choices.map((choice) => ({ kind: kindOf(choice), id: idOf(choice) })))}
      searchable
      filter={unfiltered}
      searchValue={text}
      onSearchChange={setText}
      {...(chosen.length === 0 ? { placeholder: t('field.findObject') } : {})}
      nothingFoundMessage={nothingFound(isReady, isFetching)}
    />
  );
}

interface ObjectId {
  readonly kind: NamedById;
  readonly id: string;
}

const lists = { ipaddresses: 'address', subnets: 'subnet' } as const satisfies Record<string, NamedById>;

/** Parses the objects of a value in API format: `{"ipaddresses":["1"],"subnets":["3"]}`. */
export function readObjects(text: string): readonly ObjectId[] {
  const value: Readonly<Record<string, unknown>> = Object(parsed(text));
  return Object.entries(lists).flatMap(([list, kind]) =>
    [value[list]].flat().flatMap((id) => (id === undefined || id === null ? [] : [{ kind, id: String(id) }])),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export function printObjects(objects: readonly ObjectId[]): string {
  const idsOf = (requested: NamedById) => objects.flatMap(({ kind, id }) => (kind === requested ? [id] : []));
  const value = Object.entries(lists).map(([list, kind]) => [list, idsOf(kind)] as const);
  return JSON.stringify(Object.fromEntries(value.filter(([, ids]) => ids.length > 0)));
}
