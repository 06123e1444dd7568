import { Checkbox } from '@mantine/core';
import { t } from '../../texts/text';
import type { DataColumn } from './data-table';

interface Choosing<Item> {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
  readonly all: readonly string[];
  /** Undefined for a row that cannot be selected. */
  readonly idOf: (item: Item) => string | undefined;
  readonly nameOf: (item: Item) => string;
}

export function choiceColumn<Item>({ chosen, choose, all, idOf, nameOf }: Choosing<Item>): DataColumn<Item> {
  const isAll = all.length > 0 && all.every((id) => chosen.has(id));
  return {
    name: ' choice',
    width: '26px',
    title: (
      <Checkbox
        size="xs"
        aria-label={t('addresses.selectAll')}
        checked={isAll}
        indeterminate={!isAll && chosen.size > 0}
        onChange={(event) => choose(event.currentTarget.checked ? new Set(all) : new Set())}
      />
    ),
    cell: (item) => {
      const id = idOf(item);
      if (id === undefined) return null;
      return (
        <Checkbox
          size="xs"
          aria-label={t('addresses.select', { ip: nameOf(item) })}
          checked={chosen.has(id)}
          onChange={(event) => choose(changed(chosen, id, event.currentTarget.checked))}
        />
      );
    },
  };
}

function changed(chosen: ReadonlySet<string>, id: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (isChosen) next.add(id);
  else next.delete(id);
  return next;
}
