import { maxDeleted, requireCondition, requireDeletable, requireSelection } from '../../../domain/listing/list-limits.js';
import { expectRefusal } from '../support/refusal.js';

describe('The deletion of records that meet conditions', () => {
  it('needs at least one condition', () => {
    requireCondition([{}]);
    expectRefusal(() => requireCondition([]), 'list.conditionMissing');
    expectRefusal(() => requireSelection({ where: [], expected: 1 }), 'list.conditionMissing');
  });

  it('is limited to a thousand records', () => {
    for (const expected of [0, 1, maxDeleted]) requireDeletable(expected);
    for (const expected of [1001, Number.POSITIVE_INFINITY, Number.NaN])
      expectRefusal(() => requireDeletable(expected), 'list.expect', { max: 1000 });
  });
});
