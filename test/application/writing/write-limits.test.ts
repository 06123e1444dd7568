import { expect } from 'chai';
import { listFieldsOf } from '../../../domain/listing/list-field.js';
import { anyone, codeOf, startApplication } from '../support/application.js';

const budget = { does: <T>(work: () => T): T => work(), rest: () => undefined, isSpent: false };

describe('The size of a write', () => {
  it('is limited to 1,000 records for a deletion, which requires a condition', async () => {
    const { selectedDeletion } = await startApplication();
    const field = listFieldsOf({}, []).get('id');
    const conditions = field ? [{ field, is: 'oneOf', values: [1], orUnset: false, negated: false } as const] : [];
    for (const [where, expected, code] of [
      [[], 0, 'list.conditionMissing'],
      [conditions, 1001, 'list.expect'],
      [conditions, 1, 'list.countDiffers'],
    ] as const) {
      const request = { where, expected, budget };
      expect(await codeOf(selectedDeletion.addresses(anyone, request))).to.equal(code);
      expect(await codeOf(selectedDeletion.subnets(anyone, false, request))).to.equal(code);
      expect(await codeOf(selectedDeletion.records(anyone, 'vlan', request))).to.equal(code);
    }
  });

  it('is limited to 4,096 records for a bulk', async () => {
    const { addressBulk, subnetBulk } = await startApplication();
    const items = Array.from({ length: 4097 }, () => ({ action: 'delete', id: 1 }) as const);
    for (const bulk of [addressBulk, subnetBulk]) {
      expect(await codeOf(bulk.atomically(anyone, items))).to.equal('bulk.items');
      expect(await codeOf(bulk.oneByOne(anyone, items))).to.equal('bulk.items');
    }
  });
});
