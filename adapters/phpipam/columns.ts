import type { ForeignField } from '../../application/ports/moving/register.js';
import type { CustomFieldOwner } from '../../domain/catalog/custom-field.js';
import type { Column } from './rows.js';
import type { Table } from './tables.js';

/** Columns of a table that phpIPAM does not make itself. */
export function otherColumns({ key, names, columns, needless = [] }: Table, found: readonly Column[]): Column[] {
  const known = new Set([key, ...Object.keys(names), ...columns, ...needless]);
  return found.filter(({ name }) => !known.has(name));
}

/** A further column as a custom field. */
export const fieldOf = (
  table: string,
  on: CustomFieldOwner,
  { name, type, nullable, default: fallback }: Column,
): ForeignField => ({
  where: `${table} column ${name}`,
  on,
  name,
  type: typeOf(type),
  nullable: nullable || fallback === null,
  default: fallback === '' ? null : fallback,
});

/** A type of MySQL as one of custom fields; what there is no type for is kept as text. */
function typeOf(type: string): string {
  const [, word = '', inBraces = ''] = /^([a-z]+)\s*(?:\((.*)\))?/s.exec(type) ?? [];
  switch (word) {
    case 'varchar':
    case 'char':
      return `varchar(${Math.max(1, Number(inBraces) || 255)})`;
    case 'tinyint':
    case 'bool':
    case 'boolean':
      return inBraces === '' || inBraces === '1' || word !== 'tinyint' ? 'bool' : 'int';
    case 'bit':
      return 'bool';
    case 'int':
    case 'integer':
    case 'smallint':
    case 'mediumint':
    case 'year':
      return 'int';
    case 'date':
      return 'date';
    case 'datetime':
    case 'timestamp':
      return 'datetime';
    case 'enum':
      return `enum(${inBraces})`;
    case 'text':
    case 'tinytext':
    case 'mediumtext':
    case 'longtext':
    case 'json':
      return 'text';
    default:
      return 'varchar(255)';
  }
}

/** Whether a column holds a time by the clocks of some zone. */
export const isTime = ({ type }: Column): boolean => /^(timestamp|datetime)\b/.test(type);
