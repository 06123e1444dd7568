import { type AdministeredField, type AdministeredFields, memberOf } from '../../../../domain/fields/administered-field.js';
import { zonedTimestamp } from '../../../../domain/scalar-text.js';
import type { WireObject, WireValue } from '../../wire/wire-value.js';

/** Prints the members of a record without secrets. */
export function showMembers(members: AdministeredFields, record: object): WireObject {
  const shown: Record<string, WireValue> = {};
  for (const [name, member] of Object.entries(members))
    if (!member.hidden && !isAbsent(member, record, name)) shown[name] = showMember(member, memberOf(record, name));
  return shown;
}

const isAbsent = ({ partial }: AdministeredField, record: object, name: string): boolean =>
  partial === true && memberOf(record, name) === undefined;

function showMember({ type }: AdministeredField, value: unknown): WireValue {
  if (value === null || value === undefined) return type === 'texts' || type === 'ids' ? [] : null;
  switch (type) {
    case 'integer':
      return Number(value);
    case 'flag':
      return value === true ? 1 : 0;
    case 'texts':
    case 'ids':
      return Array.isArray(value) ? value.map((each: string | number) => each) : [];
    case 'timestamp':
    case 'date':
      return zonedTimestamp(String(value));
    default:
      return String(value);
  }
}

/** Returns the form type of a field. */
function formType({ type, hidden }: AdministeredField): string {
  if (hidden) return 'secret';
  return type === 'timestamp' || type === 'date' ? 'time' : type;
}

/** Prints a default as text, flags as 1 and 0; null for undefined. */
const usualText = (usual: AdministeredField['default']): string | null =>
  usual === undefined ? null : String(Number.isNaN(Number(usual)) ? usual : Number(usual));

/**
 * Describes members for forms and tables of clients.
 * @param isNew whether forms create records; only then are defaults described
 */
export const describeMembers = (members: AdministeredFields, isNew: boolean): WireObject[] =>
  Object.entries(members)
    .filter(([, { hidden, readOnly }]) => !(hidden && readOnly))
    .map(([name, field]) => ({
      name,
      type: formType(field),
      comment: field.meaning,
      isRequired: field.required === true,
      isFixed: field.writeOnce === true,
      isReadOnly: field.readOnly === true,
      values: field.type === 'enum' ? [...field.values] : null,
      usual: isNew ? usualText(field.default) : null,
    }));
