import type { FieldSet } from '../../domain/fields/field.js';
import { type KindRecord, rowOf } from '../../domain/fields/kind.js';
import { requireVersion, versionOf } from '../../domain/fields/version.js';
import type { Caller } from '../caller.js';

/**
 * Goes on only with a record that is as the caller's terms expect it. To be asked while the record is locked.
 * @throws IpamError record.changed
 */
export function requireExpected({ terms }: Caller, fields: FieldSet, record: Pick<KindRecord, 'id' | 'custom'>): void {
  requireVersion(terms?.isExpected, () => versionOf(fields, rowOf(record)));
}
