import { ActionIcon, Button, Checkbox, Group, Popover, Select, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { ColumnsIcon, SearchIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { AddressSelection } from '../../api/bulk';
import { labelOf } from '../../api/kinds';
import { recordsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import { openDialog } from '../../ui/dialogs/dialogs';
import { whole } from '../../values/numbers';
import type { Columns } from './columns';
import type { AddressSearch } from './conditions';
import type { Rows } from './use-rows';

interface Properties {
  readonly search: AddressSearch;
  readonly change: (search: AddressSearch) => void;
  readonly columns: Columns;
  readonly total: number | undefined;
  readonly many: AddressSelection | undefined;
  readonly shown: Rows;
  readonly file: ReactNode;
}

/** The toolbar of an address table: search, columns, download and actions for selected addresses. */
export function FilterBar({ search, change, columns, total, many, shown, file }: Properties) {
  const { data: tags = [] } = useQuery({ ...recordsQuery('tools/tags'), enabled: useRights().reads('tag') });
  const texts = columns.all.filter(({ type }) => type === 'text' || type === 'multiline');
  return (
    <Group px={14} py={8} gap={6}>
      <SearchInput
        key={search.find === undefined ? 'none' : 'some'}
        value={search.find ?? ''}
        change={(find) => change({ find })}
      />
      <Select
        size="xs"
        w={128}
        aria-label={t('addresses.filterField')}
        data={texts.map(({ name, title }) => ({ value: name, label: t('addresses.filterIn', { field: title }) }))}
        value={search.by ?? 'hostname'}
        onChange={(by) => change({ by: by ?? 'hostname' })}
        allowDeselect={false}
      />
      <Select
        size="xs"
        w={110}
        aria-label={labelOf('tag')}
        placeholder={t('addresses.anyState')}
        clearable
        data={tags.map(({ id, type }) => ({ value: String(id), label: String(type) }))}
        value={search.state ?? null}
        onChange={(state) => change({ state: state ?? '' })}
      />
      <Text size="xs" className="quiet" role="status">
        {total === undefined ? '' : t('count.address', { n: total })}
        {total !== undefined && shown.reachable < total ? ` · ${t('addresses.reachable', { n: whole(shown.reachable) })}` : ''}
      </Text>
      <Group gap={6} ml="auto">
        {many ? <Selected many={many} /> : null}
        {file}
        <ColumnChoice columns={columns} />
      </Group>
    </Group>
  );
}

/** A search field that reports its text after a typing pause. */
function SearchInput({ value, change }: { value: string; change: (find: string) => void }) {
  const [text, setText] = useState(value);
  const changeLater = useDebouncedCallback(change, 250);
  useEffect(() => setText(value), [value]);
  return (
    <Tooltip label={t('addresses.filterHelp')}>
      <TextInput
        size="xs"
        w={150}
        aria-label={t('addresses.filter')}
        placeholder={t('common.filter')}
        leftSection={<SearchIcon size={14} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          changeLater(event.currentTarget.value);
        }}
      />
    </Tooltip>
  );
}

const Selected = ({ many }: { many: AddressSelection }) => (
  <Group gap={6}>
    <Text size="xs" fw={600}>
      {t('addresses.selected', { n: many.number })}
    </Text>
    <Button size="compact-xs" variant="light" onClick={() => openDialog({ dialog: 'change many', ...many })}>
      {t('common.edit')}
    </Button>
    <Button size="compact-xs" variant="light" color="red" onClick={() => openDialog({ dialog: 'delete many', ...many })}>
      {t('common.delete')}
    </Button>
  </Group>
);

function ColumnChoice({ columns: { all, shown, choose, reset } }: { columns: Columns }) {
  const names = shown.map(({ name }) => name);
  return (
    <Popover position="bottom-end" withArrow shadow="md">
      <Popover.Target>
        <Tooltip label={t('addresses.columns')}>
          <ActionIcon aria-label={t('addresses.columns')} size="sm">
            <ColumnsIcon size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown mah={360} style={{ overflow: 'auto' }}>
        <Stack gap={6}>
          {all
            .filter(({ name }) => name !== 'ip')
            .map(({ name, title }) => (
              <Checkbox
                key={name}
                size="xs"
                label={title}
                checked={names.includes(name)}
                onChange={(event) =>
                  choose(event.currentTarget.checked ? [...names, name] : names.filter((each) => each !== name))
                }
              />
            ))}
          <Button size="compact-xs" variant="subtle" onClick={reset}>
            {t('addresses.columnsReset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
