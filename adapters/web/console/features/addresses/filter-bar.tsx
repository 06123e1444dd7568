import { Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { labelOf } from '../../api/kinds';
import { recordsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';
import type { RecordSelection } from '../../ui/dialogs/dialogs';
import { ColumnChoice } from '../../ui/tables/column-choice';
import { SearchInput } from '../../ui/tables/search-input';
import { whole } from '../../values/numbers';
import { SelectedRows } from '../records/bulk-dialog';
import type { Columns } from './columns';
import type { AddressSearch } from './conditions';
import type { Rows } from './use-rows';

interface Properties {
  readonly search: AddressSearch;
  readonly change: (search: AddressSearch) => void;
  readonly columns: Columns;
  readonly total: number | undefined;
  readonly selection: RecordSelection | undefined;
  readonly shown: Rows;
  readonly file: ReactNode;
}

export function FilterBar({ search, change, columns, total, selection, shown, file }: Properties) {
  const { data: tags = [] } = useQuery({ ...recordsQuery('tools/tags'), enabled: useRights().reads('tag') });
  const texts = columns.all.filter(({ type }) => type === 'text' || type === 'multiline');
  return (
    <Group px={14} py={8} gap={6}>
      <SearchInput
        key={search.find === undefined ? 'none' : 'some'}
        value={search.find ?? ''}
        change={(find) => change({ find })}
        label={t('addresses.filter')}
        help={t('addresses.filterHelp')}
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
        {selection ? <SelectedRows {...selection} /> : null}
        {file}
        <ColumnChoice
          offered={columns.all.filter(({ name }) => name !== 'ip')}
          shown={columns.shown.map(({ name }) => name)}
          choose={columns.choose}
          reset={columns.reset}
        />
      </Group>
    </Group>
  );
}
