import type { FieldSet } from '../../domain/fields/field.js';
import { type KindRecord, rowOf } from '../../domain/fields/kind.js';
import { requireVersion, versionOf } from '../../domain/fields/version.js';
import type { Caller } from '../caller.js';

/** Compares a locked record with the version that the caller expects. @throws IpamError record.changed */
export function requireExpected({ writeOptions }: Caller, fields: FieldSet, record: Pick<KindRecord, 'id' | 'custom'>): void {
  requireVersion(writeOptions?.isExpected, () => versionOf(fields, rowOf(record)));
}
