import { IpamError } from '../../../../domain/errors.js';
import {
  type AdministeredField,
  type AdministeredFields,
  memberOf,
  nestValues,
} from '../../../../domain/fields/administered-field.js';
import { scalarText, zonedTimestamp } from '../../../../domain/scalar-text.js';
import type { RequestParameters } from '../../wire/parameters.js';
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

/** The record to which a request writes members. */
export interface Receiving {
  /** Name of the record in errors, e.g. `user anna`. */
  readonly label: string;
  readonly members: AdministeredFields;
  /** Name of the secret that the service generates. */
  readonly secret?: string | undefined;
  /** The natural key of an existing record: values by member name, and whether the comparison ignores case. */
  readonly fixed?: { readonly names: Readonly<Record<string, string>>; readonly ignoresCase: boolean };
}

/** Refuses members that the service would ignore. The use-cases report unknown members. @throws IpamError provision.invalid */
export function refuseUnheeded(receiving: Receiving, parameters: RequestParameters): void {
  for (const [name, value] of Object.entries(parameters)) {
    const member = unknownWithin(receiving.members, name, value) ?? name;
    const problem = problemWith(receiving, member, value);
    if (problem === undefined) continue;
    throw new IpamError('provision.invalid', { entry: `${receiving.label} ${JSON.stringify(member)}`, problem });
  }
}

/** The first unknown member of a nested object as a dotted name: `lock.x` for `{ x: 1 }` under the name `lock`. */
function unknownWithin(members: AdministeredFields, name: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || membersWithin(members, name).length === 0)
    return undefined;
  return Object.keys(value)
    .map((inner) => `${name}.${inner}`)
    .find((inner) => !Object.hasOwn(members, inner));
}

const membersWithin = (members: AdministeredFields, name: string): string[] =>
  Object.keys(members).filter((each) => each.startsWith(`${name}.`));

function problemWith({ members, secret, fixed }: Receiving, name: string, value: unknown): string | undefined {
  if (name === secret) return 'is created by the service; set newSecret to replace it';
  if (name === 'newSecret' && secret !== undefined && !isFlag(value)) return 'must be true or false';
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  const within = member ? [] : membersWithin(members, name.split('.')[0] ?? name);
  if (within.length > 0) return `is unknown; known members: ${within.join(', ')}`;
  const isOther = member?.writeOnce && fixed && !isCalled(fixed.names[name], scalarText(value), fixed.ignoresCase);
  return isOther ? 'cannot be changed' : undefined;
}

const isFlag = (value: unknown): boolean => ['', '0', '1', 'false', 'true'].includes(scalarText(value)?.toLowerCase() ?? '?');

const isCalled = (name: string | undefined, text: string | undefined, ignoresCase: boolean): boolean =>
  text === name || (ignoresCase && text?.normalize('NFC').toLowerCase() === name?.normalize('NFC').toLowerCase());
