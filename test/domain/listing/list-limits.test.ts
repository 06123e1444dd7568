import { expect } from 'chai';
import { listFieldsOf } from '../../../domain/listing/list-field.js';
import {
  maxPage,
  requireBounded,
  requireFewConditions,
  requireFewItems,
  requireHistory,
  requirePage,
  requireShortSort,
} from '../../../domain/listing/list-limits.js';
import { expectRefusal } from '../support/refusal.js';

const ids = [...listFieldsOf({}, []).values()].filter(({ name }) => name === 'id');

const many = <T>(length: number, item: T): T[] => Array.from({ length }, () => item);

describe('The limits of lists', () => {
  it('are a thousand records a page, and one at least', () => {
    expect(maxPage).to.equal(1000);
    for (const limit of [1, 1000]) requirePage(limit);
    for (const limit of [0, -1, 1001, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expectRefusal(() => requirePage(limit), 'list.limit', { max: 1000 });
  });

  it('are ten thousand entries of the history of administration, and one at least', () => {
    for (const limit of [1, 10_000]) requireHistory(limit);
    for (const limit of [0, -1, 1.5, 10_001, Number.NaN])
      expectRefusal(() => requireHistory(limit), 'list.limit', { max: 10_000 });
  });

  it('are 4096 records per write', () => {
    requireFewItems(many(4096, {}));
    expectRefusal(() => requireFewItems(many(4097, {})), 'bulk.items', { max: 4096 });
  });

  it('are a hundred conditions', () => {
    requireFewConditions(many(100, {}));
    expectRefusal(() => requireFewConditions(many(101, {})), 'list.tooManyConditions', { max: 100 });
  });

  it('are four sort fields', () => {
    requireShortSort(many(4, {}));
    expectRefusal(() => requireShortSort(many(5, {})), 'list.sortTooLong', { max: 4 });
  });

  it('apply to a query as a whole', () => {
    const [field] = ids;
    if (!field) throw new Error('records have no id');
    const condition = { field, is: 'oneOf', values: [1], orUnset: false, negated: false } as const;
    const key = { field, descending: false };
    requireBounded({ where: many(100, condition), sort: many(4, key) });
    expectRefusal(() => requireBounded({ where: many(101, condition), sort: [] }), 'list.tooManyConditions');
    expectRefusal(() => requireBounded({ where: [], sort: many(5, key) }), 'list.sortTooLong');
  });
});
