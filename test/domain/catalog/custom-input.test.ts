import { expect } from 'chai';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import { readCustomFields, readNested, splitCustom } from '../../../domain/fields/record-input.js';
import { expectRefusal } from '../support/refusal.js';

const field = (name: string, type: string, others: Partial<CustomField> = {}): CustomField => ({
  ...{ on: 'subnets', name, type, nullable: true, default: null, comment: '' },
  ...others,
});
const fields = [field('size', 'int', { default: '7' }), field('isShared', 'bool'), field('old', 'geometry')];

describe('custom fields in an input', () => {
  it('are read at the top level or nested; the top level has precedence', () => {
    const { own, custom } = splitCustom(fields, { description: 'x', size: 1 }, { size: 2, isShared: true });
    expect({ ...own }).to.deep.equal({ description: 'x' });
    expect(custom).to.deep.equal({ size: 1, isShared: true });
  });

  it('are refused if a nested one is unknown, or if custom_fields is not an object', () => {
    expectRefusal(() => splitCustom(fields, {}, { other: 1 }), 'customField.unknown', { field: 'other' });
    expect(readNested({ size: 1 })).to.deep.equal({ size: 1 });
    for (const given of ['x', [1], 5, true])
      expectRefusal(() => readNested(given), 'field.type', { field: 'custom_fields', expected: 'object' });
  });

  it('get defaults in a new record but not in a change; a boolean may have no value', () => {
    expect(readCustomFields(fields, {}, 'create')).to.deep.equal({ size: 7, isShared: null });
    expect(readCustomFields(fields, { isShared: 'true' }, 'change')).to.deep.equal({ isShared: true });
    expect(readCustomFields(fields, { size: undefined, old: 'x' }, 'change')).to.deep.equal({});
  });

  it('are required if they are not nullable', () => {
    const required = [field('size', 'int', { nullable: false })];
    expectRefusal(() => readCustomFields(required, {}, 'create'), 'field.required', { field: 'size' });
    expectRefusal(() => readCustomFields(required, { size: null }, 'change'), 'field.required', { field: 'size' });
    expectRefusal(() => readCustomFields(required, { size: 'x' }, 'change'), 'field.type');
  });
});
