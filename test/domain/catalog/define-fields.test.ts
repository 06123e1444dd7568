import { expect } from 'chai';
import { defineFields, type FieldSet } from '../../../domain/fields/field.js';
import { defineKind } from '../../../domain/fields/kind.js';

describe('The definition of fields', () => {
  it('preserves the literal types of its fields', () => {
    const fields = defineFields({ state: { type: 'enum', values: ['up', 'down'], required: true } });
    const values: readonly ['up', 'down'] = fields.state.values;
    expect(values).to.deep.equal(['up', 'down']);
  });

  it('does not compile with a key that the field type lacks, and throws at run time', () => {
    expect(() => {
      // @ts-expect-error a text has no `min`
      return defineFields({ name: { type: 'text', max: 10, min: 1 } });
    }).to.throw(TypeError, 'field name: a field of type text has no min');
    expect(() => {
      // @ts-expect-error `requird` is not a key
      return defineFields({ size: { type: 'integer', requird: true } });
    }).to.throw(TypeError, 'field size: a field of type integer has no requird');
    expect(() => {
      // @ts-expect-error a flag has no `max`
      return defineKind({ name: 'lamp', title: 'lamps', fields: { on: { type: 'flag', max: 1 } } });
    }).to.throw(TypeError, 'field on: a field of type flag has no max');
  });

  it('fails for an unknown type', () => {
    const fields = { size: { type: 'float' } } as unknown as FieldSet;
    expect(() => defineFields(fields)).to.throw(TypeError, 'field size: unknown type float');
  });

  it('accepts a set of the general type FieldSet', () => {
    const fields: FieldSet = { note: { type: 'text', max: 5 } };
    expect(defineFields(fields)).to.equal(fields);
  });
});
