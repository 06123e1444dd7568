import { type AdministeredFields, memberOf } from '../../../domain/fields/administered-field.js';
import { requireVersion } from '../../../domain/fields/version.js';
import type { Caller } from '../../caller.js';

/** The version of a record: equal for states that differ only in secrets and in members that the service sets. */
export function versionOfMembers(fields: AdministeredFields, record: object): string {
  const counted = Object.entries(fields).filter(([name, { hidden, readOnly }]) => !hidden && (!readOnly || name === 'id'));
  return JSON.stringify(counted.map(([name]) => memberOf(record, name) ?? null));
}

/**
 * Requires the version of a record that the caller's terms expect, under a lock that excludes other changes.
 * @throws IpamError record.changed
 */
export function requireExpectedMembers({ terms }: Caller, fields: AdministeredFields, record: object): void {
  requireVersion(terms?.isExpected, () => versionOfMembers(fields, record));
}
