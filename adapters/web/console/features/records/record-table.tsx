import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnyRecord } from '../../api/client';
import { csvOf } from '../../api/export-files';
import {
  type FieldDescription,
  type KindDescription,
  kindTitle,
  labelOf,
  type Names,
  subnetNames,
  titleOf,
  useNames,
} from '../../api/kinds';
import { t, textFor } from '../../texts/text';
import { DownloadButton } from '../../ui/page/download-button';
import { RecordPageLink } from '../../ui/page/links';
import { type DataColumn, DataTable } from '../../ui/tables/data-table';
import { ColorSwatch, isColor } from '../../ui/values/color-swatch';
import { Timestamp } from '../../ui/values/timestamp';
import { localDay } from '../../values/time';
import { columnsOf, isPrefix } from './record-columns';
import { ObjectLinks, TagSwatch } from './references';

interface Properties {
  readonly kind: KindDescription;
  readonly records: readonly AnyRecord[];
  readonly empty?: ReactNode;
  /** A field with the same value in all records, which is hidden. */
  readonly without?: string;
}

export function RecordTable({ kind, records, empty = null, without }: Properties) {
  const fields = columnsOf(kind, records).filter(({ name }) => name !== without);
  return (
    <DataTable
      label={kindTitle(kind)}
      columns={useRecordColumns(kind, fields, records)}
      items={records}
      keyOf={(record) => String(record[kind.idName])}
      empty={empty}
    />
  );
}

export interface RecordColumn extends DataColumn<AnyRecord> {
  readonly title: string;
  readonly text: (record: AnyRecord) => string;
}

/** Names and links replace ids. The first column links to the page of the record. */
export function useRecordColumns(
  kind: KindDescription,
  fields: readonly FieldDescription[],
  records: readonly AnyRecord[],
): readonly RecordColumn[] {
  const references = fields.flatMap(({ name, refersTo }) =>
    refersTo === 'subnet' ? records.map((record) => ({ kind: refersTo, id: record[name] ?? '' })) : [{ kind: refersTo }],
  );
  return recordColumns(kind, fields, useNames(references));
}

/** @param names of all referenced records, by kind and id */
const recordColumns = (kind: KindDescription, fields: readonly FieldDescription[], names: Names): readonly RecordColumn[] =>
  fields.map((field, index) => columnOf(kind, field, index, names));

function columnOf(kind: KindDescription, field: FieldDescription, position: number, names: Names): RecordColumn {
  const isFirst = position === 0;
  const text = (record: AnyRecord) => printed(field, record, names) || (isFirst ? titleOf(record) : '');
  const cell = (record: AnyRecord) =>
    isFirst ? (
      <RecordPageLink kind={kind.name} id={String(record[kind.idName])}>
        {text(record)}
      </RecordPageLink>
    ) : (
      <Cell field={field} record={record} text={text(record)} />
    );
  return {
    name: field.name,
    title: labelOf(field.name, kind.name),
    width: widthOf(field, isFirst),
    isMinor: position > 1,
    text,
    cell,
    ...lookOf(field, isFirst),
  };
}

/** Addresses and prefixes are monospaced. */
function lookOf(field: FieldDescription, isFirst: boolean): { readonly look?: string } {
  const mono = isTechnical(field) || field.name === 'ip' ? 'mono' : '';
  const look = [isFirst ? 'strong' : '', mono].filter(Boolean).join(' ');
  return look ? { look } : {};
}

const widths: Readonly<Record<string, string>> = { hostname: 'minmax(120px, 1.6fr)', mac: '138px', tag: '92px' };

/** Columns with addresses or prefixes are wide enough for any IPv4 address or prefix. */
const widthsOfTypes: Readonly<Record<string, string>> = { address: 'minmax(120px, 1fr)', objects: 'minmax(142px, 1.2fr)' };

function widthOf({ name, type }: FieldDescription, isFirst: boolean): string {
  if (isFirst) return type === 'prefix' ? 'minmax(160px, 1.4fr)' : 'minmax(130px, 1.4fr)';
  return widths[name] ?? widthsOfTypes[type] ?? 'minmax(90px, 1fr)';
}

const isTechnical = ({ type }: FieldDescription): boolean => ['address', 'prefix'].includes(type);

function Cell({ field: { name, type, refersTo }, record, text }: { field: FieldDescription; record: AnyRecord; text: string }) {
  const value = String(record[name] ?? '');
  if (text === '') return null;
  if (type === 'timestamp') return <Timestamp at={value} never={t('common.never')} />;
  if (type === 'objects') return <ObjectLinks text={value} />;
  if (type === 'reference' && refersTo)
    return (
      <span className="tree-cell">
        {refersTo === 'tag' ? <TagSwatch id={value} /> : null}
        <RecordPageLink kind={refersTo} id={value} className="cut">
          {text}
        </RecordPageLink>
      </span>
    );
  if (isColor(text))
    return (
      <span className="tree-cell">
        <ColorSwatch color={text} /> {text}
      </span>
    );
  return text;
}

function printed({ name, type, refersTo }: FieldDescription, record: AnyRecord, names: Names): string {
  const value = record[name];
  if (type === 'prefix') return isPrefix(record) ? `${record.subnet}/${record.mask}` : '';
  if (value === null || value === undefined) return '';
  const text = String(value);
  if (type === 'flag') return text === '1' ? t('common.yes') : '';
  if (type === 'date') return localDay(text);
  if (type === 'reference') return text === '' || text === '0' ? '' : (names.get(refersTo ?? '')?.get(text) ?? `#${text}`);
  return type === 'enum' ? textFor(`value.${name}.${text}`, text) : text;
}

interface DownloadProperties {
  readonly kind: KindDescription;
  readonly fields: readonly FieldDescription[];
  readonly read: () => readonly AnyRecord[] | Promise<readonly AnyRecord[]>;
}

export function ShownDownload({ kind, fields, read }: DownloadProperties) {
  const names = useNames(fields.map(({ refersTo }) => ({ kind: refersTo })));
  return (
    <DownloadButton
      label={t('table.shown')}
      name={kind.title}
      make={async (queries) => shownFile(queries, { kind, fields, names, records: await read() })}
    />
  );
}

interface ShownRecords extends Pick<DownloadProperties, 'kind' | 'fields'> {
  readonly names: Names;
  readonly records: readonly AnyRecord[];
}

/** The file contains names instead of ids. Reads the names of all subnets to which the records refer. */
async function shownFile(queries: QueryClient, { kind, fields, names, records }: ShownRecords): Promise<string> {
  const ids = fields
    .filter(({ type, refersTo }) => type === 'reference' && refersTo === 'subnet')
    .flatMap(({ name }) => records.map((record) => String(record[name] ?? '')));
  const subnets = await subnetNames(queries, ids);
  return csvOf(recordColumns(kind, fields, new Map([...names, ['subnet', subnets]])), records);
}
