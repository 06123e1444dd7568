import type { Entity, EntityRecords } from '../../../application/ports/register.js';
import { normalizeUsername } from '../../../domain/access/user.js';
import { isKindName, type KindName } from '../../../domain/catalog/kinds.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { type AdministeredTable, appTable, customFieldTable, groupTable, userTable } from '../records/administered-table.js';
import { foldCase, toColumn, toJson } from '../records/field-columns.js';
import { type RecordTable, splitValues, type Values } from '../records/record-table.js';
import { addressTable, kindTable, sectionTable, subnetTable } from '../records/tables.js';
import type { Binding } from '../sessions/session.js';

export interface EntityRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

const textOf = (value: Binding | undefined): string | null =>
  value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);

export const rowsOf = <P extends Entity>(entity: P, records: readonly EntityRecords[P][]): readonly EntityRows[] =>
  isKindName(entity) ? [kindRows(entity, records as readonly KindRecord[])] : (makers as Makers<P>)[entity](records);

type Makers<Parts extends Entity> = { readonly [P in Parts]: (records: readonly EntityRecords[P][]) => readonly EntityRows[] };

type Extra = Readonly<Record<string, (values: Values) => string | null>>;

const folded = (value: FieldValue | undefined): string | null => (typeof value === 'string' ? foldCase(value) : null);
const nameColumns: Extra = { name_key: ({ name }) => folded(name) };
const hostnameColumns: Extra = { hostname_key: ({ hostname }) => folded(hostname) };

interface StoredRecord {
  readonly id: number;
  readonly custom: object;
}

function recordRows<R extends StoredRecord>(
  { name, columns }: RecordTable,
  records: readonly R[],
  extra: Extra = {},
  valuesOf: (record: R) => Values = (record) => splitValues(record).values,
): EntityRows {
  const others = Object.entries(extra);
  return {
    table: name,
    columns: ['id', ...columns.map(({ column }) => column), 'custom', ...others.map(([column]) => column)],
    rows: records.map((record) => {
      const values = valuesOf(record);
      const texts: (string | null)[] = [String(record.id)];
      for (const { name: field, field: definition } of columns)
        texts.push(textOf(toColumn(field, definition, values[field] ?? (definition.type === 'flag' ? false : null))));
      texts.push(toJson(record.custom));
      for (const [, column] of others) texts.push(column(values));
      return texts;
    }),
  };
}

const kindRows = (kind: KindName, records: readonly KindRecord[]): EntityRows =>
  recordRows(kindTable(kind), records, {}, ({ values }) => values);

/** @param columns by default those of the first record */
const plainRows = (
  table: string,
  records: readonly Readonly<Record<string, Binding>>[],
  columns: readonly string[] = Object.keys(records[0] ?? {}),
): EntityRows => ({
  table,
  columns,
  rows: records.map((record) => columns.map((column) => textOf(record[column]))),
});

const administeredRows = (table: AdministeredTable, records: readonly object[]): EntityRows =>
  plainRows(
    table.name,
    records.map((record) => table.row(record)),
    table.selection(),
  );

/** Input literal of PostgreSQL for the time of the transaction. */
const imported = 'now';

function userRows(users: readonly EntityRecords['user'][]): EntityRows[] {
  const memberships = users.flatMap(({ id, groups }) => groups.map((group) => ({ user_id: id, group_id: group })));
  const common = { type: 'totp', name: 'App', created: imported, is_confirmed: true };
  const factors = users.flatMap(({ id, totpSecret: secret }) =>
    secret === undefined ? [] : [{ id: `imported-${id}`, user_id: id, ...common, secret }],
  );
  const rows = users.map((user) => ({
    ...userTable.row(user),
    name_key: normalizeUsername(user.username),
    password_hash: user.passwordHash,
  }));
  return [
    plainRows(userTable.name, rows, [...userTable.selection(), 'name_key', 'password_hash']),
    plainRows('user_groups', memberships),
    plainRows('second_factors', factors),
  ];
}

/** Rows with position 0, before all entries of the feed. */
function changeRows(entries: readonly EntityRecords['change'][]): EntityRows {
  const rows = entries.map((entry) => ({
    ...{ object: entry.object, object_id: entry.objectId, object_name: entry.objectName, action: entry.action, at: entry.at },
    ...{ differences: toJson(entry.differences), user_id: entry.userId, by: entry.by, app_id: entry.appId },
    ...{ client_address: entry.clientAddress, position: 0 },
  }));
  return plainRows('change_log', rows);
}

const makers: Makers<Exclude<Entity, KindName>> = {
  section: (records) => [recordRows(sectionTable, records, nameColumns)],
  subnet: (records) => [recordRows(subnetTable, records)],
  address: (records) => [recordRows(addressTable, records, hostnameColumns)],
  group: (records) => [administeredRows(groupTable, records)],
  user: userRows,
  app: (records) => [administeredRows(appTable, records)],
  customField: (records) => [administeredRows(customFieldTable, records)],
  change: (records) => [changeRows(records)],
};
