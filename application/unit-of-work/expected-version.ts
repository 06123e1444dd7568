import type { FieldSet } from '../../domain/fields/field.js';
import { type KindRecord, rowOf } from '../../domain/fields/kind.js';
import { requireVersion, versionOf } from '../../domain/fields/version.js';
import type { Caller } from '../caller.js';

/** Checks a locked record against the version that the caller expects. @throws IpamError record.changed */
export function requireExpected({ terms }: Caller, fields: FieldSet, record: Pick<KindRecord, 'id' | 'custom'>): void {
  requireVersion(terms?.isExpected, () => versionOf(fields, rowOf(record)));
}
