import { IpamError } from '../errors.js';
import type { Condition } from './condition.js';
import type { ListQuery } from './list-query.js';

export const maxPage = 1000;

/** Default and maximum number of history entries in a response. */
export const historyLimits = { usual: 50, max: 10_000 } as const;

export const maxBulkItems = 4096;

const maxConditions = 100;

/** Limited, because each pattern is compiled and compared with each record. */
const maxPatterns = 8;

/** Values in all conditions of a request. */
const maxComparedValues = 10_000;

const maxSortFields = 4;

/** @throws IpamError list.limit */
export function requirePage(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxPage) throw new IpamError('list.limit', { max: maxPage });
}

/** @throws IpamError list.limit */
export function requireHistory(limit: number): void {
  const { max } = historyLimits;
  if (!Number.isInteger(limit) || limit < 1 || limit > max) throw new IpamError('list.limit', { max });
}

/** @throws IpamError bulk.items */
export function requireFewItems({ length }: { readonly length: number }): void {
  if (length > maxBulkItems) throw new IpamError('bulk.items', { max: maxBulkItems });
}

/** @throws IpamError list.tooManyConditions */
export function requireFewConditions({ length }: { readonly length: number }): void {
  if (length > maxConditions) throw new IpamError('list.tooManyConditions', { max: maxConditions });
}

/** @throws IpamError list.tooManyPatterns */
export function requireFewPatterns({ length }: { readonly length: number }): void {
  if (length > maxPatterns) throw new IpamError('list.tooManyPatterns', { max: maxPatterns });
}

/** @param count number of values in the conditions up to and including `field` @throws IpamError list.tooManyValues */
export function requireFewValues(count: number, field: string): void {
  if (count > maxComparedValues) throw new IpamError('list.tooManyValues', { field, max: maxComparedValues });
}

/** @throws IpamError list.sortTooLong */
export function requireShortSort({ length }: { readonly length: number }): void {
  if (length > maxSortFields) throw new IpamError('list.sortTooLong', { max: maxSortFields });
}

/** @throws IpamError list.tooManyConditions, list.sortTooLong */
export function requireBounded({ where, sort }: Pick<ListQuery, 'where' | 'sort'>): void {
  requireFewConditions(where);
  requireShortSort(sort);
}

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
