import { IpamError } from '../../../domain/errors.js';
import type { CustomValues, FieldDefinition, FieldValue, ObjectIds } from '../../../domain/fields/field.js';
import type { PermissionLevel } from '../../../domain/fields/permission-map.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Binding } from '../sessions/session.js';

const highestId = 2147483647;

export const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= highestId;

/** Id for a lookup; 0, which no record has, for an invalid id. */
export const lookupId = (id: number): number => (isId(id) ? id : 0);

/** PostgreSQL's lower() covers only ASCII in some locales. */
export const foldCase = (text: string): string => text.toLowerCase();

/** @throws IpamError field.reference for a reference that no record can have */
export function toColumn(name: string, field: FieldDefinition, value: FieldValue): Binding {
  if (value === null) return null;
  if (field.type === 'reference' && !isId(Number(value)))
    throw new IpamError('field.reference', { field: name, id: Number(value) });
  if (value instanceof Map) return JSON.stringify([...value]); // jsonb would sort the keys of an object
  if (field.type === 'objects') return JSON.stringify(value);
  return typeof value === 'object' ? value.toString() : value;
}

export const isDocument = (field: FieldDefinition): boolean => field.type === 'permissions' || field.type === 'objects';

/** Encodes a document for PostgreSQL, which stores no NUL in texts. */
export function toJson(document: unknown): string {
  const text = JSON.stringify(document);
  if (!text.includes('\\u0000')) return text; // checking each value takes several times as long
  return JSON.stringify(document, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
  );
}

export type ColumnReader = (stored: string) => FieldValue;

/** Undefined if the text is the value. */
export function columnReader(field: FieldDefinition): ColumnReader | undefined {
  switch (field.type) {
    case 'address':
      return IpAddress.parse;
    case 'prefix':
      return Prefix.parse;
    case 'flag':
      return (stored) => stored === 't';
    case 'integer':
    case 'number':
    case 'reference':
      return Number;
    case 'permissions':
      return (stored) => new Map<number, PermissionLevel>(JSON.parse(stored));
    case 'objects':
      return (stored): ObjectIds => JSON.parse(stored);
    default:
      return undefined;
  }
}

/** Parses the column of custom values, which is empty in most records. */
export const readCustom = (stored: string | null | undefined): CustomValues =>
  !stored || stored === '{}' ? {} : JSON.parse(stored);

/** PostgreSQL type for comparisons with a field. Integers are `bigint`, because some columns are `integer` and some `bigint`. */
export function comparedAs(field: FieldDefinition): string {
  switch (field.type) {
    case 'address':
      return 'inet';
    case 'prefix':
      return 'cidr';
    case 'flag':
      return 'boolean';
    case 'integer':
    case 'reference':
      return 'bigint';
    case 'number':
      return 'double precision';
    case 'timestamp':
      return 'timestamp';
    case 'date':
      return 'date';
    default:
      return 'text';
  }
}
