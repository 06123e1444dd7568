import { IpamError } from '../../../domain/errors.js';
import type { CustomValues, FieldDefinition, FieldValue, ObjectIds } from '../../../domain/fields/field.js';
import type { PermissionLevel } from '../../../domain/fields/permission-map.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Binding } from '../sessions/session.js';

const highestId = 2147483647;

/** Whether a number can be the id of a record. */
export const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= highestId;

/** An id to look for; one that no record can have becomes one that none has. */
export const lookupId = (id: number): number => (isId(id) ? id : 0);

/** A text as it is compared without regard to case. The lower() of a database knows ASCII only in some locales. */
export const foldCase = (text: string): string => text.toLowerCase();

/**
 * A field's value as its column takes it.
 * @throws IpamError field.reference for a reference that no record can have
 */
export function toColumn(name: string, field: FieldDefinition, value: FieldValue): Binding {
  if (value === null) return null;
  if (field.type === 'reference' && !isId(Number(value)))
    throw new IpamError('field.reference', { field: name, id: Number(value) });
  if (value instanceof Map) return JSON.stringify([...value]); // jsonb would sort the keys of an object
  if (field.type === 'objects') return JSON.stringify(value);
  return typeof value === 'object' ? value.toString() : value;
}

/** Whether a field's column holds JSON. */
export const isDocument = (field: FieldDefinition): boolean => field.type === 'permissions' || field.type === 'objects';

/** A document as PostgreSQL takes it, which keeps no NUL in texts. */
export function toJson(document: unknown): string {
  const text = JSON.stringify(document);
  if (!text.includes('\\u0000')) return text; // to look at each value takes several times as long
  return JSON.stringify(document, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
  );
}

/** Makes a field's value of what PostgreSQL prints of its column. */
export type ColumnReader = (stored: string) => FieldValue;

/** How a field's column is read; undefined where its text is the value. */
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

/** Reads the column of custom values, which most records have none of. */
export const readCustom = (stored: string | null | undefined): CustomValues =>
  !stored || stored === '{}' ? {} : JSON.parse(stored);

/** Type of a field's column in comparisons with given values; columns that differ between records of one type are wide. */
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
