import { type AdministeredFields, memberOf } from '../../../domain/fields/administered-field.js';
import { requireVersion } from '../../../domain/fields/version.js';
import type { Caller } from '../../caller.js';

/**
 * A text that two states of something have in common only when all that administrators see and set of it is alike: secrets are no
 * part of it, nor is what changes by itself.
 */
export function versionOfMembers(fields: AdministeredFields, record: object): string {
  const counted = Object.entries(fields).filter(([name, { hidden, readOnly }]) => !hidden && (!readOnly || name === 'id'));
  return JSON.stringify(counted.map(([name]) => memberOf(record, name) ?? null));
}

/**
 * Goes on only with what is as the caller's terms expect it. To be asked where nobody else changes it meanwhile.
 * @throws IpamError record.changed
 */
export function requireExpectedMembers({ terms }: Caller, fields: AdministeredFields, record: object): void {
  requireVersion(terms?.isExpected, () => versionOfMembers(fields, record));
}
