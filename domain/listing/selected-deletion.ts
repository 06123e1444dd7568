import { IpamError } from '../errors.js';
import type { Condition } from './condition.js';

/** Records of a list that are deleted at a time. */
export const maxDeleted = 1000;

/** Nobody deletes a whole list by saying nothing. @throws IpamError list.conditionMissing */
export function requireCondition({ length }: { readonly length: number }): void {
  if (length === 0) throw new IpamError('list.conditionMissing');
}

/** @param expected how many records are to go, as whoever deletes them knows @throws IpamError list.expect */
export function requireDeletable(expected: number): void {
  if (!(expected <= maxDeleted)) throw new IpamError('list.expect', { max: maxDeleted });
}

/** What holds for the deletion of the records that meet conditions. @throws IpamError list.conditionMissing, list.expect */
export function requireSelection({ where, expected }: { readonly where: readonly Condition[]; readonly expected: number }): void {
  requireCondition(where);
  requireDeletable(expected);
}
