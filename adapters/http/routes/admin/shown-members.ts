import type { Member, Members } from '../../../../application/administration/members/kept.js';
import { inServiceZone } from '../../../../application/service-time.js';
import type { WireObject, WireValue } from '../../wire/wire-value.js';

/** What is shown of something that administrators set: all but secrets. */
export function showMembers(members: Members, record: object): WireObject {
  const shown: Record<string, WireValue> = {};
  for (const [name, member] of Object.entries(members))
    if (member.type !== 'secret') shown[name] = showMember(member, valueAt(record, name.split('.')));
  return shown;
}

function valueAt(record: object, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const name of path) value = Object(value)[name];
  return value;
}

function showMember({ type }: Member, value: unknown): WireValue {
  if (value === null || value === undefined) return type === 'texts' || type === 'ids' ? [] : null;
  switch (type) {
    case 'integer':
      return Number(value);
    case 'flag':
      return value === true ? 1 : 0;
    case 'texts':
    case 'ids':
      return Array.isArray(value) ? value.map((each: string | number) => each) : [];
    case 'time':
      return inServiceZone(String(value));
    default:
      return String(value);
  }
}

/** How a client can make forms and tables of these members. */
export const describeMembers = (members: Members): WireObject[] =>
  Object.entries(members).map(([name, { type, meaning, values, ...says }]) => ({
    name,
    type,
    comment: meaning,
    isRequired: says.isRequired === true,
    isFixed: says.isFixed === true,
    isReadOnly: says.isReadOnly === true,
    values: values ? [...values] : null,
    usual: says.usual === undefined ? null : String(Number.isNaN(Number(says.usual)) ? says.usual : Number(says.usual)),
  }));
