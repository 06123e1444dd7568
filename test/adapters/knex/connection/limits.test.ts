import { expect } from 'chai';
import { limitsOf } from '../../../../adapters/knex/connection/limits.js';

describe('The limits of a database', () => {
  it('let close() wait at most five seconds, however long a statement may take', () => {
    expect([400, 10_000, 600_000].map((timeout) => limitsOf(timeout).close)).to.deep.equal([400, 5000, 5000]);
  });
});
