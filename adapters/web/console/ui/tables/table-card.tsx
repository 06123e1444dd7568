import type { ReactNode } from 'react';
import { Card, type Reading, Ready } from '../page/card';
import { DataTable, type TableProperties } from './data-table';

interface Properties<Item> extends Omit<TableProperties<Item>, 'label' | 'items'> {
  readonly title: string;
  /** The name of the table for screen readers, if it differs from the title. */
  readonly label?: string;
  readonly side?: ReactNode;
  readonly of: Reading<readonly Item[]>;
  readonly isShown?: (item: Item) => boolean;
  /** Lines of the placeholder during the first read. */
  readonly lines?: number;
}

/** A card with the rows of a query. */
export const TableCard = <Item,>({ title, label = title, side, of, isShown, lines, ...table }: Properties<Item>) => (
  <Card title={title} side={side}>
    <Ready of={of} lines={lines}>
      {(all) => <DataTable {...table} label={label} items={isShown ? all.filter(isShown) : all} />}
    </Ready>
  </Card>
);
