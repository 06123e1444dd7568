import { expect } from 'chai';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import { DefinitionChange } from '../../../domain/fields/custom-field-change.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';

const fieldOf = (changes: Partial<CustomField> = {}): CustomField => ({
  ...{ on: 'subnets', name: 'env', type: 'varchar(8)', nullable: true, default: null, comment: '' },
  ...changes,
});

describe('a new or changed definition of a custom field', () => {
  const conflict = { on: 'subnets', name: 'env' };

  it('must have a known type, and a name that differs from others in more than case', () => {
    expectRefusal(() => new DefinitionChange(fieldOf({ type: 'blob' }), []), 'customField.conflict', {
      ...conflict,
      problem: 'typeUnknown',
    });
    expectRefusal(() => new DefinitionChange(fieldOf(), [fieldOf({ name: 'Env' })]), 'customField.conflict', {
      ...conflict,
      problem: 'nameTaken',
      other: 'Env',
    });
    expect(refusalOf(() => new DefinitionChange(fieldOf(), [fieldOf(), fieldOf({ name: 'env2' })]))).to.equal(undefined);
  });

  it('converts values only if the type changes, and refuses values that would read differently', () => {
    const [fresh, same] = [new DefinitionChange(fieldOf(), []), new DefinitionChange(fieldOf({ comment: 'c' }), [fieldOf()])];
    const other = new DefinitionChange(fieldOf({ type: 'int' }), [fieldOf()]);
    expect([fresh, same, other].map(({ convertsValues }) => convertsValues)).to.deep.equal([false, false, true]);
    expect(other.convert('12')).to.equal(12);
    for (const value of ['012', 'x', ''])
      expectRefusal(() => other.convert(value), 'customField.conflict', { ...conflict, problem: 'valuesDoNotFit' });
  });

  /** Effect on records without a value. */
  const cases: [
    what: string,
    field: Partial<CustomField>,
    before: Partial<CustomField> | undefined,
    fills?: string | undefined,
    needs?: true,
  ][] = [
    ['of a new field that may be unset', {}, undefined],
    ['of a new field with a default', { default: 'x' }, undefined, 'x'],
    ['of a new field that must be set, with a default', { nullable: false, default: 'x' }, undefined, 'x'],
    ['of a new field that must be set', { nullable: false }, undefined, undefined, true],
    ['of a field that must be set from now on', { nullable: false }, {}, undefined, true],
    ['of a field that must be set from now on, with a default', { nullable: false, default: 'x' }, {}, 'x'],
    ['of a field that only gets another default', { default: 'y' }, { default: 'x' }],
    ['of a field that had to be set before', { nullable: false, default: 'y' }, { nullable: false }],
    ['of a field that may be unset from now on', { default: 'y' }, { nullable: false }],
  ];
  for (const [what, field, before, fills, needs = false] of cases) {
    it(`${fills === undefined ? (needs ? 'refuses' : 'leaves') : 'fills'} records without a value ${what}`, () => {
      const change = new DefinitionChange(fieldOf(field), before ? [fieldOf(before)] : []);
      expect([change.filling, change.needsValues]).to.deep.equal([fills, needs]);
      expect(refusalOf(() => change.refuseUnset(true))?.details).to.deep.equal(
        needs ? { ...conflict, problem: 'valuesMissing' } : undefined,
      );
      expect(refusalOf(() => change.refuseUnset(false))).to.equal(undefined);
    });
  }
});
