import { requireVersion } from '../../../../domain/fields/version.js';
import type { Caller } from '../../../caller.js';
import type { Members } from './kept.js';

/** A member of something, by a name in which a dot leads into an object. */
export function memberOf(record: object, name: string): unknown {
  let value: unknown = record;
  for (const part of name.split('.')) value = Object(value)[part];
  return value;
}

/**
 * A text that two states of something have in common only when all that administrators see and set of it is alike: secrets are no
 * part of it, nor is what changes by itself.
 */
export function versionOfMembers(members: Members, record: object): string {
  const counted = Object.entries(members).filter(
    ([name, { type, isReadOnly }]) => type !== 'secret' && (!isReadOnly || name === 'id'),
  );
  return JSON.stringify(counted.map(([name]) => memberOf(record, name) ?? null));
}

/**
 * Goes on only with what is as the caller's terms expect it. To be asked where nobody else changes it meanwhile.
 * @throws IpamError record.changed
 */
export function requireExpectedMembers({ terms }: Caller, members: Members, record: object): void {
  requireVersion(terms?.isExpected, () => versionOfMembers(members, record));
}
