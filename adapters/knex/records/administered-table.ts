import { appFields } from '../../../domain/access/app.js';
import { groupFields, userFields } from '../../../domain/access/user.js';
import { webhookFields } from '../../../domain/changes/webhook.js';
import {
  type AdministeredField,
  type AdministeredFields,
  memberOf,
  splitName,
} from '../../../domain/fields/administered-field.js';
import { customFieldFields } from '../../../domain/fields/custom-field.js';
import type { Binding, Row } from '../connection/statement.js';
import { snakeCase } from '../names.js';
import { toJson } from './field-columns.js';

/** A field and its column: `lock_enabled` for `lock.enabled`. */
interface AdministeredColumn {
  readonly name: string;
  /** For `lock.enabled`, `first` is `lock`, a member of the record, and `second` is `enabled`, a member of `lock`. */
  readonly first: string;
  readonly second: string | undefined;
  readonly field: AdministeredField;
  readonly column: string;
}

/** A table with a column for each administered field. Lists are JSON. */
export class AdministeredTable {
  readonly name: string;
  readonly columns: readonly AdministeredColumn[];

  constructor(name: string, fields: AdministeredFields, elsewhere: readonly string[] = []) {
    this.name = name;
    this.columns = Object.entries(fields)
      .filter(([field]) => !elsewhere.includes(field))
      .map(([field, definition]) => {
        const [first, second] = splitName(field);
        return { name: field, first, second, field: definition, column: snakeCase(field.replace('.', '_')) };
      });
  }

  /** @param without names of omitted fields */
  selection(...without: readonly string[]): string[] {
    return this.columns.filter(({ name }) => !without.includes(name)).map(({ column }) => column);
  }

  /** `R` must have the fields of the table. */
  read<R>(row: Row): R {
    const record: Record<string, unknown> = {};
    const objects: Record<string, Record<string, unknown>> = {};
    for (const { column, first, second } of this.columns) {
      const value = row[column];
      if (value === undefined) continue;
      if (second === undefined) record[first] = value;
      else {
        objects[first] ??= {};
        objects[first][second] = value;
        record[first] = objects[first];
      }
    }
    return record as R;
  }

  row(record: object): Record<string, Binding> {
    const values = this.columns.map(({ name, field, column }) => [column, bindingOf(field, memberOf(record, name))] as const);
    return Object.fromEntries(values.flatMap(([column, value]) => (value === undefined ? [] : [[column, value]])));
  }
}

function bindingOf({ type }: AdministeredField, value: unknown): Binding | undefined {
  if (value === undefined || value === null) return value;
  if (type === 'integer') return Number(value);
  if (type === 'flag') return value === true;
  return type === 'texts' || type === 'ids' ? toJson(value) : String(value);
}

export const userTable = new AdministeredTable('users', userFields, ['password', 'groups']);
export const groupTable = new AdministeredTable('groups', groupFields);
export const appTable = new AdministeredTable('apps', appFields);
export const customFieldTable = new AdministeredTable('custom_fields', customFieldFields);
export const webhookTable = new AdministeredTable('webhooks', webhookFields);

export const administeredTables: readonly AdministeredTable[] = [
  ...[userTable, groupTable, appTable, customFieldTable, webhookTable],
];
