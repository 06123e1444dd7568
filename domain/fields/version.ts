import { IpamError } from '../errors.js';
import type { FieldSet } from './field.js';
import type { KindRecord } from './kind.js';

/**
 * A text that two states of a record have in common only when they are alike, what no answer shows included: by a digest of it one
 * tells whether somebody has changed the record. Secrets are no part of it: from a digest a short one could be guessed.
 */
export function versionOf(fields: FieldSet, { id, values, custom }: KindRecord): string {
  const own = Object.keys(fields).flatMap((name) => (fields[name]?.secret ? [] : [plain(values[name])]));
  const ofCustom = Object.entries(custom).filter(([, value]) => value !== null);
  return JSON.stringify([id, own, ofCustom.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/**
 * Lets a write go on only where what it changes is as expected.
 * @param isExpected whether a version is that of what is expected; without it, everything is
 * @param version makes the version of what is there
 * @throws IpamError record.changed
 */
export function requireVersion(isExpected: ((version: string) => boolean) | undefined, version: () => string): void {
  if (isExpected && !isExpected(version())) throw new IpamError('record.changed');
}

/** Addresses and networks tell their texts by themselves. */
const plain = (value: unknown): unknown => (value instanceof Map ? [...value] : (value ?? null));
