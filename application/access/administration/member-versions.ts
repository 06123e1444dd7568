import { type AdministeredFields, memberOf } from '../../../domain/fields/administered-field.js';
import { requireVersion } from '../../../domain/fields/version.js';
import type { Caller } from '../../caller.js';

/** The version of a record. It ignores secrets and members that the service sets. */
export function versionOfMembers(fields: AdministeredFields, record: object): string {
  const counted = Object.entries(fields).filter(([name, { hidden, readOnly }]) => !hidden && (!readOnly || name === 'id'));
  return JSON.stringify(counted.map(([name]) => memberOf(record, name) ?? null));
}

/** Requires the version in the caller's writeOptions. The record must be locked. @throws IpamError record.changed */
export function requireExpectedMembers({ writeOptions }: Caller, fields: AdministeredFields, record: object): void {
  requireVersion(writeOptions?.isExpected, () => versionOfMembers(fields, record));
}
