import { IpamError } from '../../../../domain/errors.js';
import type { AdministeredFields } from '../../../../domain/fields/administered-field.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { RequestParameters } from '../../wire/parameters.js';

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
