import { IpamError } from '../errors.js';
import type { ListQuery } from './list-query.js';

/** Records that a page may have. */
export const maxPage = 1000;

/** Entries of the history of administration that are told at a time. */
export const historyLimits = { usual: 50, max: 10_000 } as const;

/** Records that are written at a time. */
export const maxBulkItems = 4096;

/** Conditions that a list may have: the storage looks at each of them. */
const maxConditions = 100;

/** Regular expressions among the conditions of a request: each is compiled, and compared with each record. */
const maxPatterns = 8;

/** Values that the conditions of a request compare with, all together. */
const maxComparedValues = 10_000;

/** Fields that a list may be ordered by at a time. */
const maxSortFields = 4;

/** @throws IpamError list.limit for a number of records that no page may have */
export function requirePage(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxPage) throw new IpamError('list.limit', { max: maxPage });
}

/** @throws IpamError list.limit for a number of entries of the history that are not told at a time */
export function requireHistory(limit: number): void {
  const { max } = historyLimits;
  if (!Number.isInteger(limit) || limit < 1 || limit > max) throw new IpamError('list.limit', { max });
}

/** @throws IpamError bulk.items for more records than are written at a time */
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

/**
 * @param count of the values that conditions compare with, up to the one on `field`
 * @throws IpamError list.tooManyValues
 */
export function requireFewValues(count: number, field: string): void {
  if (count > maxComparedValues) throw new IpamError('list.tooManyValues', { field, max: maxComparedValues });
}

/** @throws IpamError list.sortTooLong */
export function requireShortSort({ length }: { readonly length: number }): void {
  if (length > maxSortFields) throw new IpamError('list.sortTooLong', { max: maxSortFields });
}

/** What any list must keep to, whoever asks for it. @throws IpamError list.tooManyConditions, list.sortTooLong */
export function requireBounded({ where, sort }: Pick<ListQuery, 'where' | 'sort'>): void {
  requireFewConditions(where);
  requireShortSort(sort);
}
