import { Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { labelOf } from '../../api/kinds';
import type { Parameters } from '../../api/lists';
import { useTags } from '../../api/queries';
import { t } from '../../texts/text';
import type { RecordSelection } from '../../ui/dialogs/dialogs';
import { Quiet } from '../../ui/page/page';
import { ColumnChoice } from '../../ui/tables/column-choice';
import { SearchInput } from '../../ui/tables/search-input';
import { macOfBeginning, networkOfBeginning } from '../../values/ip';
import { whole } from '../../values/numbers';
import { SelectedRows } from '../records/bulk-dialog';
import type { Columns } from './columns';
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
  const tags = useTags();
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
      <Quiet size="xs" role="status">
        {total === undefined ? '' : t('count.address', { n: total })}
        {total !== undefined && shown.reachable < total ? ` · ${t('addresses.reachable', { n: whole(shown.reachable) })}` : ''}
      </Quiet>
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

export interface AddressSearch {
  readonly find?: string;
  /** The field searched for the text. */
  readonly by?: string;
  readonly state?: string;
}

/** Converts a search to API filters. Addresses and networks are recognized by their syntax. */
export function conditionsOf({ find = '', by = 'hostname', state = '' }: AddressSearch): Parameters {
  const text = find.trim();
  const found: (readonly [string, string])[] = state === '' ? [] : [['filter[tag]', state]];
  if (text === '') return found;
  return [...found, conditionOf(text, by)];
}

/** Number of characters of a complete MAC address. A shorter text may be a host name: `db-01`. */
const wholeMac = 17;

function conditionOf(text: string, by: string): readonly [string, string] {
  const isNetwork = /^[0-9a-f:.]+\/\d{1,3}$/i.test(text) && /[:.]/.test(text);
  if (isNetwork) return ['filter[ip][within]', text];
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(text) || (text.includes('::') && /^[0-9a-f:.]+$/i.test(text))) return ['filter[ip]', text];
  const network = networkOfBeginning(text);
  if (network) return ['filter[ip][within]', network];
  const mac = macOfBeginning(text);
  if (mac?.length === wholeMac) return ['filter[mac]', mac];
  return [`filter[${by}][contains]`, text];
}
