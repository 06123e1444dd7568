import { expect } from 'chai';
import type { ErrorCode } from '../../../domain/errors.js';
import { type CustomScalar, convertCustomValue, readCustomValue } from '../../../domain/fields/custom-value.js';
import type { FieldDefinition } from '../../../domain/fields/field.js';
import { expectRefusal } from '../support/refusal.js';

const text: FieldDefinition = { type: 'text', max: 5 };
const integer: FieldDefinition = { type: 'integer', min: -2147483648 };
const flag: FieldDefinition = { type: 'flag' };
const choice: FieldDefinition = { type: 'enum', values: ['a', '1'] };
const date: FieldDefinition = { type: 'date' };

describe('value of a custom field', () => {
  const read: [definition: FieldDefinition, given: string, value: CustomScalar | undefined][] = [
    [text, 'prod', 'prod'],
    [text, 'longer', undefined],
    [text, '', undefined],
    [integer, '-5', -5],
    [integer, 'five', undefined],
    [flag, '1', true],
    [flag, '0', false],
    [flag, 'on', undefined],
    [choice, 'a', 'a'],
    [choice, 'b', undefined],
    [date, '2024-02-29', '2024-02-29'],
    [date, '2023-02-29', undefined],
  ];
  for (const [definition, given, value] of read) {
    it(`of type ${definition.type} from the text ${JSON.stringify(given)} is ${value ?? 'none'}`, () => {
      expect(readCustomValue('custom_x', definition, given)).to.equal(value);
    });
  }

  const conversions: [definition: FieldDefinition, value: CustomScalar, converted: CustomScalar][] = [
    [text, 12, '12'],
    [text, true, '1'],
    [text, false, '0'],
    [integer, '12', 12],
    [integer, true, 1],
    [flag, 1, true],
    [flag, '0', false],
    [choice, 1, '1'],
    [date, '2024-02-29', '2024-02-29'],
  ];
  for (const [definition, value, converted] of conversions) {
    it(`${JSON.stringify(value)} becomes ${JSON.stringify(converted)} when its field changes to type ${definition.type}`, () => {
      expect(convertCustomValue('custom_x', definition, value)).to.equal(converted);
    });
  }

  const refused: [definition: FieldDefinition, value: CustomScalar, code: ErrorCode][] = [
    [text, 'longer', 'field.tooLong'],
    [integer, 'x', 'field.type'],
    [integer, '007', 'field.type'],
    [integer, '', 'field.type'],
    [flag, 2, 'field.type'],
    [flag, 'true', 'field.type'],
    [choice, 'b', 'field.type'],
  ];
  for (const [definition, value, code] of refused) {
    it(`${JSON.stringify(value)} is refused when its field changes to type ${definition.type}: ${code}`, () => {
      expectRefusal(() => convertCustomValue('custom_x', definition, value), code);
    });
  }
});
