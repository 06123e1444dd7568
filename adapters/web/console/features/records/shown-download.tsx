import type { QueryClient } from '@tanstack/react-query';
import type { AnyRecord } from '../../api/client';
import type { FieldDescription, KindDescription } from '../../api/kinds';
import { type Names, useNames } from '../../api/use-names';
import { namesById } from '../../api/use-names-by-id';
import { t } from '../../texts/text';
import { DownloadButton } from '../export/download-button';
import { csvOf } from '../export/files';
import { recordColumns } from './record-table';

interface Properties {
  readonly kind: KindDescription;
  readonly fields: readonly FieldDescription[];
  readonly read: () => readonly AnyRecord[] | Promise<readonly AnyRecord[]>;
}

export function ShownDownload({ kind, fields, read }: Properties) {
  const names = useNames(fields);
  return (
    <DownloadButton
      label={t('table.shown')}
      name={kind.title}
      make={async (queries) => shownFile(queries, { kind, fields, names, records: await read() })}
    />
  );
}

interface Shown extends Pick<Properties, 'kind' | 'fields'> {
  readonly names: Names;
  readonly records: readonly AnyRecord[];
}

/** The file contains names instead of ids. Reads the names of all subnets to which the records refer. */
async function shownFile(queries: QueryClient, { kind, fields, names, records }: Shown): Promise<string> {
  const ids = fields
    .filter(({ type, refersTo }) => type === 'reference' && refersTo === 'subnet')
    .flatMap(({ name }) => records.map((record) => String(record[name] ?? '')));
  const subnets = await namesById(queries, 'subnet', ids);
  return csvOf(recordColumns(kind, fields, new Map([...names, ['subnet', subnets]])), records);
}
