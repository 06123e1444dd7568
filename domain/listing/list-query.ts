import type { KindRecord } from '../fields/kind.js';
import { type Condition, meetsAll, type StoredCondition } from './condition.js';
import { comparePositions, type Position, positionOf, type Sort } from './sort.js';

/** Which records of a list are wanted, in which order, and behind which place. */
export interface ListQuery<C extends Condition = Condition> {
  readonly where: readonly C[];
  readonly sort: Sort;
  readonly after?: Position | undefined;
}

/** What a storage answers. */
export type StoredQuery = ListQuery<StoredCondition> & {
  /** How many records will be read, where that is known: a storage need not look for more at once. */
  readonly max?: number | undefined;
};

/** The records that a query asks for, in its order. */
export function selected(records: Iterable<KindRecord>, { where, sort, after }: ListQuery): KindRecord[] {
  const found: { record: KindRecord; position: Position }[] = [];
  for (const record of records) {
    if (!meetsAll(record, where)) continue;
    const position = positionOf(sort, record);
    if (!after || comparePositions(sort, position, after) > 0) found.push({ record, position });
  }
  return found.sort((a, b) => comparePositions(sort, a.position, b.position)).map(({ record }) => record);
}
