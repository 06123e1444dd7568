import type { Member, Members } from '../../../../application/access/administration/members/kept.js';
import { memberOf } from '../../../../application/access/administration/members/version.js';
import { zonedTimestamp } from '../../../../domain/scalar-text.js';
import type { WireObject, WireValue } from '../../wire/wire-value.js';

/** What is shown of something that administrators set: all but secrets. */
export function showMembers(members: Members, record: object): WireObject {
  const shown: Record<string, WireValue> = {};
  for (const [name, member] of Object.entries(members))
    if (member.type !== 'secret' && !isAbsent(member, record, name)) shown[name] = showMember(member, memberOf(record, name));
  return shown;
}

const isAbsent = ({ isPartial }: Member, record: object, name: string): boolean =>
  isPartial === true && memberOf(record, name) === undefined;

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
      return zonedTimestamp(String(value));
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
