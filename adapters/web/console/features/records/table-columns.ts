import { useLocalStorage } from '@mantine/hooks';
import type { AnyRecord } from '../../api/client';
import { type FieldDescription, type KindDescription, labelOf } from '../../api/kinds';
import type { OfferedColumn } from '../../ui/tables/column-choice';
import { columnsOf, isColumn } from './record-columns';

export interface ChosenColumns {
  readonly shown: readonly string[];
  readonly choose: (names: readonly string[]) => void;
  readonly reset: () => void;
}

interface Choice {
  readonly key: string;
  readonly inUrl: string | undefined;
  readonly usual: readonly string[];
  readonly change: (columns: string | undefined) => void;
}

/** The columns of the URL, otherwise those last selected in this browser, otherwise the default. */
export function useChosenColumns({ key, inUrl, usual, change }: Choice): ChosenColumns {
  const [stored, store, forget] = useLocalStorage<readonly string[]>({
    key: `hexipam-columns-${key}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const last = Array.isArray(stored) && stored.length > 0 ? stored : usual;
  return {
    shown: inUrl === undefined ? last : inUrl.split(','),
    choose: (names) => {
      store(names);
      change(names.length > 0 ? names.join(',') : undefined);
    },
    reset: () => {
      forget();
      change(undefined);
    },
  };
}

export const offeredColumns = (kind: KindDescription): readonly OfferedColumn[] =>
  kind.fields.filter(isColumn).map(({ name }) => ({ name, title: labelOf(name, kind.name) }));

/** Returns the first default column and the columns with these names. Default columns come first, in their order. */
export function shownFields(kind: KindDescription, names: readonly string[], records: readonly AnyRecord[]): FieldDescription[] {
  const usual = columnsOf(kind, records);
  const [first] = usual;
  const rank = ({ name }: FieldDescription) => {
    const index = usual.findIndex((each) => each.name === name);
    return index < 0 ? usual.length : index;
  };
  const chosen = kind.fields.filter((field) => isColumn(field) && (names.includes(field.name) || field.name === first?.name));
  return chosen.toSorted((one, other) => rank(one) - rank(other));
}
