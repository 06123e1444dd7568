import { IpamError } from '../errors.js';
import type { FieldSet } from './field.js';
import type { KindRecord } from './kind.js';

/** A text that changes with any value, also hidden ones. Secrets are excluded: a digest of the text would reveal a short secret. */
export function versionOf(fields: FieldSet, { id, values, custom }: KindRecord): string {
  const own = Object.keys(fields).flatMap((name) => (fields[name]?.secret ? [] : [plain(values[name])]));
  const ofCustom = Object.entries(custom).filter(([, value]) => value !== null);
  return JSON.stringify([id, own, ofCustom.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/** @param isExpected undefined: every version is expected @param version of the stored record @throws IpamError record.changed */
export function requireVersion(isExpected: ((version: string) => boolean) | undefined, version: () => string): void {
  if (isExpected && !isExpected(version())) throw new IpamError('record.changed');
}

/** JSON.stringify converts addresses and prefixes through toJSON. */
const plain = (value: unknown): unknown => (value instanceof Map ? [...value] : (value ?? null));
