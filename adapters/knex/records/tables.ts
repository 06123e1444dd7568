import { addressFields } from '../../../domain/address/address.js';
import { type KindName, kindNames, kindOf } from '../../../domain/catalog/kinds.js';
import { sectionFields } from '../../../domain/section/section.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import { tableOfKind } from '../names.js';
import { RecordTable } from './record-table.js';

export const sectionTable = new RecordTable('sections', sectionFields, { own: ['name_key'] });
export const subnetTable = new RecordTable('subnets', subnetFields, { renamed: { prefix: 'network' } });
export const addressTable = new RecordTable('addresses', addressFields, { own: ['hostname_key'] });

const tables = new Map<string, RecordTable>([
  ['section', sectionTable],
  ['subnet', subnetTable],
  ['address', addressTable],
  ...kindNames.map((kind) => [kind, new RecordTable(tableOfKind(kind), kindOf(kind).fields)] as const),
]);

/** @param object section, subnet, address, or a kind */
export function tableNamed(object: string): RecordTable {
  const table = tables.get(object);
  if (!table) throw new Error(`no table of ${object}`);
  return table;
}

export const kindTable = (kind: KindName): RecordTable => tableNamed(kind);

export const recordTables: readonly RecordTable[] = [...tables.values()];

/** Names of the record types in the change log. */
export const objectNames: ReadonlyMap<RecordTable, string> = new Map(Array.from(tables, ([name, table]) => [table, name]));

/** Columns with the id of a record's owner (Kind.owner). */
export const ownerColumns: readonly { readonly table: string; readonly column: string }[] = kindNames.flatMap((kind) => {
  const { owner } = kindOf(kind);
  return owner === undefined ? [] : [{ table: kindTable(kind).name, column: kindTable(kind).column(owner).column }];
});

export const referencesTo = (target: string) =>
  recordTables.flatMap((table) =>
    table.columns.flatMap(({ column, field }) =>
      field.type === 'reference' && field.ref.kind === target ? [{ table, column, ref: field.ref }] : [],
    ),
  );

/** The columns of fields of type `objects`. */
export const objectColumns = recordTables.flatMap((table) =>
  table.columns.filter(({ field }) => field.type === 'objects').map(({ name, column }) => ({ table, name, column })),
);
