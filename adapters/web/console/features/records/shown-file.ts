import type { QueryClient } from '@tanstack/react-query';
import type { AnyRecord } from '../../api/client';
import type { FieldDescription, KindDescription } from '../../api/kinds';
import type { Names } from '../../api/use-names';
import { namesById } from '../../api/use-names-by-id';
import { csvOf } from '../export/csv-text';
import { recordColumns } from './use-record-columns';

interface Shown {
  readonly kind: KindDescription;
  readonly fields: readonly FieldDescription[];
  readonly names: Names;
  readonly records: readonly AnyRecord[];
}

/** The file contains names instead of ids. Reads the names of all subnets to which the records refer. */
export async function shownFile(queries: QueryClient, { kind, fields, names, records }: Shown): Promise<string> {
  const ids = fields
    .filter(({ type, refersTo }) => type === 'reference' && refersTo === 'subnet')
    .flatMap(({ name }) => records.map((record) => String(record[name] ?? '')));
  const subnets = await namesById(queries, 'subnet', ids);
  return csvOf(recordColumns(kind, fields, new Map([...names, ['subnet', subnets]])), records);
}
