import type { ComponentProps, ReactNode } from 'react';
import type { AnyRecord } from '../../api/client';
import { labelOf } from '../../api/kinds';
import { Timestamp } from '../values/timestamp';
import type { DataColumn } from './data-table';

type Further<Item> = Omit<DataColumn<Item>, 'name' | 'title' | 'width'>;

/** A column with the text of a member. @param further with `text`, another text */
export const textColumn = <Item extends object>(
  name: string & keyof Item,
  title: ReactNode,
  width: string,
  further: Further<Item> = {},
): DataColumn<Item> => ({ name, title, width, text: (item) => String(item[name] ?? ''), ...further });

/** Returns a function for columns with fields of a kind. @param kind for fields with a special label in that kind */
export const fieldColumns =
  (kind = '') =>
  (name: string, width: string, further: Further<AnyRecord> = {}): DataColumn<AnyRecord> =>
    textColumn(name, labelOf(name, kind), width, further);

type TimeOptions = Pick<DataColumn<never>, 'isMinor'> & Omit<ComponentProps<typeof Timestamp>, 'at'>;

/** A column with the time in a member. @param time with `isAgo`, the time between then and now; `never` is the text without a time */
export const timeColumn = <Item extends object>(
  name: string & keyof Item,
  title: ReactNode,
  width: string,
  { isMinor, ...time }: TimeOptions = {},
): DataColumn<Item> => ({
  ...{ name, title, width, isMinor },
  cell: (item) => <Timestamp at={String(item[name] ?? '')} {...time} />,
});

/** The last column, with the menu or the buttons of a row. */
export const menuColumn = <Item,>(
  cell: (item: Item) => ReactNode,
  { width = '28px', title = '' }: { readonly width?: string; readonly title?: ReactNode } = {},
): DataColumn<Item> => ({ name: ' menu', title, width, isPinned: true, cell });
