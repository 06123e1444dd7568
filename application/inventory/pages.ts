import type { KindRecord } from '../../domain/fields/kind.js';
import { isStored, meets, type PatternCondition } from '../../domain/listing/condition.js';
import { requireBounded, requirePage } from '../../domain/listing/list-limits.js';
import type { ListQuery, StoredQuery } from '../../domain/listing/list-query.js';
import { type Position, positionOf } from '../../domain/listing/sort.js';
import { type ChunkedList, chunked, chunksFrom } from '../listing.js';

export interface ListSource<T> {
  list(query: StoredQuery): AsyncIterable<T>;
  count(query: StoredQuery): Promise<number>;
  recordOf(item: T): KindRecord;
}

/** Limits the time of work on many records, so that other requests proceed. */
export interface WorkBudget {
  does<T>(work: () => T): T;
  /** Yields to the event loop. @throws if the client has disconnected */
  rest(): Promise<void> | undefined;
  readonly isSpent: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next: Position | undefined;
}

/** Maximum number of records read per page. */
const maxExamined = 10_000;

/** Number of characters after which a page ends. */
const maxLength = 2 * 1024 * 1024;

/**
 * Reads a page. Long records, records excluded by patterns, or a spent budget can make the page shorter than the limit. If `next`
 * is set, more records may follow.
 * @throws IpamError list.limit, list.tooManyConditions, list.sortTooLong
 */
export async function readPage<T>(source: ListSource<T>, query: ListQuery, limit: number, budget: WorkBudget): Promise<Page<T>> {
  requirePage(limit);
  const { stored, patterns } = chunksOfQuery(query);
  const items: T[] = [];
  let last: KindRecord | undefined;
  let [examined, length] = [0, 0];
  for await (const item of source.list(patterns.length > 0 ? stored : { ...stored, max: limit + 1 })) {
    const isFull = items.length === limit || length > maxLength || examined === maxExamined || budget.isSpent;
    if (last && isFull) return { items, next: positionOf(query.sort, last) };
    last = source.recordOf(item);
    examined++;
    length += lengthOf(last);
    if (await passes(last, patterns, budget)) items.push(item);
  }
  return { items, next: undefined };
}

/** All records of a query, streamed. @throws IpamError list.tooManyConditions, list.sortTooLong */
export function selectRecords<T>(source: ListSource<T>, query: ListQuery, budget: WorkBudget): ChunkedList<T> {
  const { stored, patterns } = chunksOfQuery(query);
  return chunked(async function* () {
    for await (const chunk of chunksFrom(source.list(stored))) {
      const found: T[] = [];
      for (const item of chunk) {
        if (await passes(source.recordOf(item), patterns, budget)) found.push(item);
      }
      if (found.length > 0) yield found;
    }
  });
}

/** Number of records of a query, regardless of its start position. @throws IpamError list.tooManyConditions */
export async function countRecords<T>(source: ListSource<T>, { where }: ListQuery, budget: WorkBudget): Promise<number> {
  const all = { where, sort: [] };
  const { stored, patterns } = chunksOfQuery(all);
  if (patterns.length === 0) return source.count(stored);
  let count = 0;
  for await (const chunk of chunksFrom(selectRecords(source, all, budget))) count += chunk.length;
  return count;
}

/** Splits a query into conditions for the storage and patterns. @throws IpamError list.tooManyConditions, list.sortTooLong */
function chunksOfQuery(query: ListQuery): { stored: StoredQuery; patterns: readonly PatternCondition[] } {
  requireBounded(query);
  const { where, sort, after } = query;
  const patterns = where.filter((condition) => !isStored(condition));
  return { stored: { where: where.filter(isStored), sort, after }, patterns };
}

/** Tests patterns. Yields to the event loop after each, because a comparison may be slow. */
async function passes(record: KindRecord, patterns: readonly PatternCondition[], budget: WorkBudget): Promise<boolean> {
  if (patterns.length === 0) await budget.rest();
  for (const pattern of patterns) {
    const isMet = budget.does(() => meets(record, pattern));
    await budget.rest();
    if (!isMet) return false;
  }
  return true;
}

function lengthOf({ values, custom }: KindRecord): number {
  let length = 0;
  for (const each of [values, custom]) for (const name in each) length += textLength(each[name]);
  return length;
}

const textLength = (value: unknown): number => (typeof value === 'string' ? value.length : 0);
