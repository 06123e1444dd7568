import { Checkbox } from '@mantine/core';
import { t } from '../../texts/text';
import { withMember } from '../store';
import type { DataColumn } from './data-table';

interface Boxes<Item> {
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly chooseAll: (isChosen: boolean) => void;
  readonly isChosen: (id: string) => boolean;
  readonly chooseOne: (id: string, isChosen: boolean) => void;
  /** Undefined for a row that cannot be selected. */
  readonly idOf: (item: Item) => string | undefined;
  readonly nameOf: (item: Item) => string;
}

/** The column of boxes that select rows. The title selects all rows. */
export const boxColumn = <Item,>({
  isAll,
  isSome,
  chooseAll,
  isChosen,
  chooseOne,
  idOf,
  nameOf,
}: Boxes<Item>): DataColumn<Item> => ({
  name: ' choice',
  width: '26px',
  title: (
    <Checkbox
      size="xs"
      aria-label={t('addresses.selectAll')}
      checked={isAll}
      indeterminate={isSome && !isAll}
      onChange={(event) => chooseAll(event.currentTarget.checked)}
    />
  ),
  cell: (item) => {
    const id = idOf(item);
    if (id === undefined) return null;
    return (
      <Checkbox
        size="xs"
        aria-label={t('addresses.select', { ip: nameOf(item) })}
        checked={isChosen(id)}
        onChange={(event) => chooseOne(id, event.currentTarget.checked)}
      />
    );
  },
});

interface Choosing<Item> extends Pick<Boxes<Item>, 'idOf' | 'nameOf'> {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
  readonly all: readonly string[];
}

export const choiceColumn = <Item,>({ chosen, choose, all, ...names }: Choosing<Item>): DataColumn<Item> =>
  boxColumn({
    ...names,
    isAll: all.length > 0 && all.every((id) => chosen.has(id)),
    isSome: chosen.size > 0,
    chooseAll: (isChosen) => choose(new Set(isChosen ? all : [])),
    isChosen: (id) => chosen.has(id),
    chooseOne: (id, isChosen) => choose(withMember(chosen, id, isChosen)),
  });
