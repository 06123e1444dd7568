import { addressFields } from '../../../domain/address/address.js';
import { type KindName, kindNames, kindOf } from '../../../domain/catalog/kinds.js';
import { sectionFields } from '../../../domain/section/section.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import { tableOfKind } from './names.js';
import { RecordTable } from './record-table.js';

export const sectionTable = new RecordTable('sections', sectionFields, { own: ['name_key'] });
export const subnetTable = new RecordTable('subnets', subnetFields, { renamed: { prefix: 'network' } });
export const addressTable = new RecordTable('addresses', addressFields, { own: ['hostname_key'] });

const kindTables = new Map(kindNames.map((kind) => [kind, new RecordTable(tableOfKind(kind), kindOf(kind).fields)]));

export function kindTable(kind: KindName): RecordTable {
  const table = kindTables.get(kind);
  if (!table) throw new Error(`no kind ${kind}`);
  return table;
}

export function tableNamed(name: string): RecordTable {
  if (name === 'section') return sectionTable;
  if (name === 'subnet') return subnetTable;
  const kind = kindNames.find((known) => known === name);
  return kind ? kindTable(kind) : addressTable;
}

export const recordTables: readonly RecordTable[] = [sectionTable, subnetTable, addressTable, ...kindTables.values()];

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
