import { type AdministeredField, type AdministeredFields, nestValues } from '../../../../domain/fields/administered-field.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { RequestParameters } from '../../wire/parameters.js';

/**
 * Reads administered members of a request. Forms and XML contain texts instead of numbers, flags and lists. Invalid values and
 * unknown names are passed on; the use-cases report them.
 */
export function readMembers(members: AdministeredFields, parameters: RequestParameters): Readonly<Record<string, unknown>> {
  const isField = (name: string): boolean => Object.hasOwn(members, name);
  const input = Object.entries(parameters).map(([name, value]) => {
    const field = isField(name) ? members[name] : undefined;
    return [name, field ? readMember(field, value) : value] as const;
  });
  return nestValues(input, isField);
}

function readMember({ type, nullable }: AdministeredField, value: unknown): unknown {
  if (nullable && (value === '' || value === null)) return null;
  switch (type) {
    case 'integer':
      return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    case 'flag':
      return readFlag(value);
    case 'texts':
      return [...new Set(readList(value))];
    case 'ids':
      return [...new Set(readList(value))].map((each) =>
        typeof each === 'string' && /^\d{1,15}$/.test(each) ? Number(each) : each,
      );
    default:
      return typeof value === 'number' ? String(value) : value;
  }
}

function readFlag(value: unknown): unknown {
  const word = scalarText(value)?.toLowerCase();
  if (word === '1' || word === 'true') return true;
  return word === '0' || word === 'false' || word === '' ? false : value;
}

/** Reads a list, or items separated by commas. */
function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'object' && value !== null) return Object.values(value).flat();
  const text = value === null ? '' : scalarText(value);
  if (text === undefined) return [value];
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
