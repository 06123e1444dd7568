import type { ImportField } from '../../application/ports/register.js';
import { inServiceZone } from '../../application/service-time.js';
import type { CustomFieldOwner } from '../../domain/fields/custom-field.js';
import type { Column, Value } from './rows.js';
import type { Table } from './tables.js';

/** Returns the columns of a table that no phpIPAM version defines. */
export function otherColumns({ key, names, columns, unmapped = [], needless = [] }: Table, found: readonly Column[]): Column[] {
  const known = new Set([key, ...Object.keys(names), ...columns, ...unmapped, ...needless]);
  return found.filter(({ name }) => !known.has(name));
}

interface Translation {
  readonly type: string;
  /** Whether the format or sort order of values differs from MySQL's. */
  readonly differs?: true;
  /** Whether MySQL stores an empty value in a NOT NULL column. */
  readonly hasEmpty?: true;
}

export function fieldOf(table: string, on: CustomFieldOwner, column: Column): ImportField {
  const { name, nullable, default: fallback, comment } = column;
  const { type, hasEmpty } = translate(column.type);
  const defaultValue = fallback === '' || isZeroTime(column.type, fallback) ? null : fallback;
  const mayBeEmpty = nullable || hasEmpty === true || defaultValue === null;
  const remark = remarkOf(column, type, mayBeEmpty);
  return {
    ...{ where: `${table} column ${name}`, on, name, type, nullable: mayBeEmpty, default: defaultValue, comment },
    ...(remark === '' ? {} : { remark }),
  };
}

function remarkOf({ type: foreign, nullable }: Column, type: string, mayBeEmpty: boolean): string {
  if (foreign === '') return 'has no known type, because the dump has no CREATE TABLE: imported as text';
  const differs = translate(foreign).differs ? [`has type ${foreign}, imported as ${type}`] : [];
  return [...differs, ...(mayBeEmpty && !nullable ? ['is NOT NULL, may be empty after the import'] : [])].join('; ');
}

/** Maps a MySQL type to a custom field type. Types without an equivalent become text of sufficient length. */
function translate(foreign: string): Translation {
  const [, word = '', inBraces = ''] = /^([a-z]+)\s*(?:\((.*)\))?/s.exec(foreign) ?? [];
  const same = translations[word];
  if (same) return same;
  switch (word) {
    case 'varchar':
    case 'char':
      return { type: `varchar(${Math.max(1, Number(inBraces) || 255)})`, hasEmpty: true };
    case 'tinyint':
      return { type: inBraces === '1' ? 'bool' : 'int' };
    case 'bit':
      return inBraces === '' || inBraces === '1' ? { type: 'bool' } : { type: 'text', differs: true };
    case 'enum':
      return { type: `enum(${inBraces})`, hasEmpty: true };
    case 'set':
      return { type: `varchar(${Math.max(1, inBraces.length)})`, differs: true, hasEmpty: true };
    default:
      return { type: 'text', differs: true, hasEmpty: true };
  }
}

const text: Translation = { type: 'text', hasEmpty: true };
const int: Translation = { type: 'int' };
const digits: Translation = { type: 'varchar(67)', differs: true };

const translations: Readonly<Record<string, Translation>> = {
  ...{ '': text, text, tinytext: text, mediumtext: text, longtext: text, json: text },
  ...{ int, integer: int, smallint: int, mediumint: int, year: int },
  ...{ bool: { type: 'bool' }, boolean: { type: 'bool' } },
  ...{ date: { type: 'date', hasEmpty: true }, datetime: { type: 'datetime', hasEmpty: true } },
  ...{ timestamp: { type: 'datetime', hasEmpty: true }, time: { type: 'varchar(17)', differs: true } },
  ...{ decimal: digits, numeric: digits, bigint: digits },
  ...{ float: { type: 'varchar(32)', differs: true }, double: { type: 'varchar(32)', differs: true } },
};

/** Whether a value is MySQL's zero date, which means no date. */
const isZeroTime = (type: string, value: Value): boolean => /^(date|timestamp)/.test(type) && /^0000-00-00/.test(value ?? '');

/** Converts a value for a custom field: times to the service's time zone, bits to 0 or 1. */
export function customValue({ type }: Column, value: Value, timestampsAreUtc: boolean): Value {
  if (value === null || isZeroTime(type, value)) return null;
  if (/^bit(\(1\))?$/.test(type)) return bits.get(value) ?? value;
  if (!isTime({ type })) return value;
  const time = value.slice(0, 19);
  return type.startsWith('timestamp') && timestampsAreUtc ? inServiceZone(time) : time;
}

const bits: ReadonlyMap<string, string> = new Map([
  ['\0', '0'],
  ['\u0001', '1'],
]);

export const isTime = ({ type }: Pick<Column, 'type'>): boolean => /^(timestamp|datetime)\b/.test(type);
