import type { LockStrength } from '../../../application/ports/inventory.js';
import { recordTemplate } from '../../../application/record-template.js';
import type { CustomValues, FieldDefinition, FieldSet, FieldValue } from '../../../domain/catalog/field.js';
import type { KindRecord } from '../../../domain/catalog/kind.js';
import type { Binding, Fragment, Row, Session } from '../sessions/session.js';
import { type ColumnReader, columnReader, comparedAs, isDocument, soughtId, toColumn, toJson } from './field-columns.js';
import { quoted, snakeCase } from './names.js';

/** Values by field name, as far as they are named. */
export type Values = Readonly<Record<string, FieldValue | undefined>>;

interface FieldColumn {
  readonly name: string;
  readonly field: FieldDefinition;
  readonly column: string;
}

/** How a field is read from the values of a record. */
interface FieldReader {
  readonly name: string;
  readonly place: number;
  readonly read: ColumnReader | undefined;
}

/** A row that `selection` selected: the values of a record, in the order of its columns, as JSON has them. */
interface RecordRow extends Row {
  readonly record?: unknown;
}

const lockClauses = { share: 'for share', change: 'for no key update' } as const;

/** Columns that a repository keeps beside those of fields, by name. */
export type ExtraColumns = Readonly<Record<string, Binding>>;

/** A row to be added. */
export interface NewRow {
  readonly values: Values;
  readonly custom: CustomValues;
  readonly extra: ExtraColumns;
}

/** A table that a set of fields describes: id, a column a field, custom values. The one place that maps rows and records. */
export class RecordTable {
  readonly name: string;
  readonly columns: readonly FieldColumn[];
  readonly #columnOf: ReadonlyMap<string, FieldColumn>;
  readonly #valuesTemplate: Readonly<Record<string, null>>;
  readonly #recordTemplate: Readonly<Record<string, null>>;
  readonly #texts = new Map<string, string>();
  readonly #readers: readonly FieldReader[];
  readonly #customPlace: number;

  /** @param renamed columns of fields that are not called by the common rule */
  constructor(name: string, fields: FieldSet, renamed: Readonly<Record<string, string>> = {}) {
    this.name = name;
    this.columns = Object.entries(fields).map(([field, definition]) => ({
      name: field,
      field: definition,
      column: renamed[field] ?? snakeCase(field),
    }));
    const names = Object.keys(fields);
    this.#valuesTemplate = recordTemplate(names);
    this.#recordTemplate = recordTemplate(['id', ...names, 'custom']);
    this.#readers = this.columns.map(({ name, field }, index) => ({ name, place: 1 + index, read: columnReader(field) }));
    this.#customPlace = 1 + this.columns.length;
    this.#columnOf = new Map(this.columns.map((column) => [column.name, column]));
  }

  /** The column of a field. @throws Error for a name that is no field: the caller is wrong, not its user. */
  column(field: string): FieldColumn {
    const column = this.#columnOf.get(field);
    if (!column) throw new Error(`${this.name} has no field ${field}`);
    return column;
  }

  /**
   * A record as one value: to read it takes the driver much less time than as many columns, in which it finds their names and
   * types anew for each statement.
   */
  recordOf(alias: string): string {
    return this.#remember(`record ${alias}`, () => {
      const columns = this.columns.map(
        ({ column, field }) => `${alias}.${quoted(column)}${field.type === 'timestamp' ? '::text' : ''}`,
      );
      return `json_build_array(${[`${alias}.id`, ...columns, `${alias}.custom`].join(', ')})`;
    });
  }

  /** A record for a select list. */
  selection(alias: string): string {
    return `${this.recordOf(alias)} as record`;
  }

  /** A text that is the same each time. */
  #remember(key: string, make: () => string): string {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = make();
    this.#texts.set(key, text);
    return text;
  }

  /** Reads the record that `selection` selected. */
  read({ record }: RecordRow): KindRecord {
    return this.readRecord(record);
  }

  /** Reads what `recordOf` selected. */
  readRecord(record: unknown): KindRecord {
    const stored = record as readonly unknown[];
    return {
      id: stored[0] as number,
      values: this.#readInto({ ...this.#valuesTemplate }, stored),
      custom: stored[this.#customPlace] as CustomValues,
    };
  }

  /** Reads a record that carries its values itself, as the aggregates do. What the table's fields are, its type must say. */
  readFlat<R>(row: RecordRow): R {
    const stored = row.record as readonly unknown[];
    const record: Record<string, unknown> = { ...this.#recordTemplate };
    record.id = stored[0];
    record.custom = stored[this.#customPlace];
    return this.#readInto(record as Record<string, FieldValue>, stored) as R;
  }

  /** @param values all null */
  #readInto(values: Record<string, FieldValue>, stored: readonly unknown[]): Record<string, FieldValue> {
    for (const { name, place, read } of this.#readers) {
      const value = stored[place];
      if (value !== null) values[name] = read ? read(value) : (value as FieldValue);
    }
    return values;
  }

  /** The row of a record, held until the transaction ends if asked for. */
  async find(session: Session, id: number, strength?: LockStrength): Promise<Row | undefined> {
    const clause = strength ? lockClauses[strength] : '';
    const sql = this.#remember(clause, () => `select ${this.selection('t')} from ${this.name} t where id = ? ${clause}`);
    const bindings = [soughtId(id)];
    const [row] = await (strength ? session.lock(`${this.name} ${id}`, sql, bindings) : session.lookup(sql, bindings));
    return row;
  }

  /**
   * Adds a row; what is empty is left to the columns' defaults, to keep the statement short.
   * @returns the new id; undefined when a row with the same unique values is there: the transaction goes on
   */
  async insert(session: Session, values: Values, custom: CustomValues, extra: ExtraColumns = {}): Promise<number | undefined> {
    const given = this.#entries(values, extra).filter(([, value]) => value !== null && value !== false);
    const entries = [...given, ['custom', JSON.stringify(custom)] as const];
    const columns = entries.map(([column]) => quoted(column)).join(', ');
    const marks = entries.map(() => '?').join(', ');
    const sql = `insert into ${this.name} (${columns}) values (${marks}) on conflict do nothing returning id`;
    const row = await session.row<{ id: number }>(
      sql,
      entries.map(([, value]) => value),
    );
    return row?.id;
  }

  /**
   * Adds rows by one statement, whose text is the same whatever the rows hold; none of them when a row with the same unique
   * values is there.
   * @param extraColumns columns beside those of fields that the rows may have, with their types
   * @param beside another write, which the statement does as well
   */
  async insertAll(
    session: Session,
    rows: readonly NewRow[],
    { extraColumns, beside }: { extraColumns: Readonly<Record<string, string>>; beside?: Fragment | undefined },
  ): Promise<void> {
    const sql = this.#remember(`insert ${beside?.sql}`, () => {
      const named = [...this.columns.map(({ column }) => column), ...Object.keys(extraColumns), 'custom'];
      const columns = named.map(quoted).join(', ');
      const typed = named.map((column) => `${quoted(column)} ${extraColumns[column] ?? this.#typeOf(column)}`).join(', ');
      return `${beside ? `with beside as (${beside.sql})` : ''}
        insert into ${this.name} (${columns}) select ${columns} from jsonb_to_recordset(?::jsonb) given(${typed})`;
    });
    await session.prepared(sql, [...(beside?.bindings ?? []), toJson(rows.map((row) => this.#documentOf(row)))]);
  }

  /** The type as which a field's values are read out of JSON. */
  #typeOf(column: string): string {
    const field = this.columns.find((other) => other.column === column)?.field;
    if (column === 'custom' || (field && isDocument(field))) return 'jsonb';
    return field ? comparedAs(field) : 'text';
  }

  /** A row by its columns, without those that are null. */
  #documentOf({ values, custom, extra }: NewRow): Record<string, unknown> {
    const document: Record<string, unknown> = {};
    for (const { name, field, column } of this.columns) {
      const value = values[name] ?? (field.type === 'flag' ? false : null);
      if (value === null) continue;
      const stored = toColumn(name, field, value);
      document[column] = isDocument(field) ? JSON.parse(stored as string) : stored;
    }
    for (const column in extra) if (extra[column] !== null) document[column] = extra[column];
    document.custom = custom;
    return document;
  }

  /** Changes what is named; custom values are merged into those that are there. */
  async update(session: Session, id: number, values: Values, custom: CustomValues = {}, extra: ExtraColumns = {}): Promise<void> {
    const entries = this.#entries(values, extra);
    const assignments = entries.map(([column]) => `${quoted(column)} = ?`);
    const bindings = entries.map(([, value]) => value);
    if (Object.keys(custom).length > 0) {
      assignments.push('custom = custom || ?::jsonb');
      bindings.push(JSON.stringify(custom));
    }
    if (assignments.length === 0) return;
    await session.rows(`update ${this.name} set ${assignments.join(', ')} where id = ?`, [...bindings, soughtId(id)]);
  }

  /** @returns whether it was there */
  async delete(session: Session, id: number): Promise<boolean> {
    const rows = await session.rows(`delete from ${this.name} where id = ? returning id`, [soughtId(id)]);
    return rows.length > 0;
  }

  #entries(values: Values, extra: ExtraColumns): (readonly [string, Binding])[] {
    const entries = Object.entries(values).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const { field, column } = this.column(name);
      return [[column, toColumn(name, field, value)] as const];
    });
    return [...entries, ...Object.entries(extra)];
  }
}

/** The values and custom values of the record of an aggregate, for `insertAll`, which looks at nothing else of it. */
export const newRow = (record: object, extra: ExtraColumns): NewRow => ({
  values: record as Values,
  custom: (record as { custom?: CustomValues }).custom ?? {},
  extra,
});

/** Parts the record of an aggregate, or changes to it, into values and custom values. */
export function partsOf(record: object): { values: Values; custom: CustomValues } {
  const { id: _id, custom = {}, ...values } = record as { id?: unknown; custom?: CustomValues };
  return { values: values as Values, custom };
}
