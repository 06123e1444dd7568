import { IpamError } from '../errors.js';
import type { FieldSet } from './field.js';
import type { KindRecord } from './kind.js';

/**
 * A text that differs whenever values differ, including those never returned; its digest serves to detect changes. A short secret
 * could be guessed from the digest, so secrets are excluded.
 */
export function versionOf(fields: FieldSet, { id, values, custom }: KindRecord): string {
  const own = Object.keys(fields).flatMap((name) => (fields[name]?.secret ? [] : [plain(values[name])]));
  const ofCustom = Object.entries(custom).filter(([, value]) => value !== null);
  return JSON.stringify([id, own, ofCustom.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/**
 * Refuses a write to a record without the expected version.
 * @param isExpected whether a version is the expected one; without it, any version is
 * @param version computes the version of the stored record
 * @throws IpamError record.changed
 */
export function requireVersion(isExpected: ((version: string) => boolean) | undefined, version: () => string): void {
  if (isExpected && !isExpected(version())) throw new IpamError('record.changed');
}

/** JSON.stringify converts addresses and prefixes itself. */
const plain = (value: unknown): unknown => (value instanceof Map ? [...value] : (value ?? null));
