import { IpamError } from '../errors.js';
import type { Condition } from './condition.js';

export const maxDeleted = 1000;

/** Prevents the deletion of a complete list. @throws IpamError list.conditionMissing */
export function requireCondition({ length }: { readonly length: number }): void {
  if (length === 0) throw new IpamError('list.conditionMissing');
}

/** @param expected number of records, from the caller @throws IpamError list.expect */
export function requireDeletable(expected: number): void {
  if (!(expected <= maxDeleted)) throw new IpamError('list.expect', { max: maxDeleted });
}

/** @throws IpamError list.conditionMissing, list.expect */
export function requireSelection({ where, expected }: { readonly where: readonly Condition[]; readonly expected: number }): void {
  requireCondition(where);
  requireDeletable(expected);
}
