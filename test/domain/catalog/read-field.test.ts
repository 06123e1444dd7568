import { expect } from 'chai';
import type { ErrorCode, ErrorDetails } from '../../../domain/errors.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import { readField } from '../../../domain/fields/read-fields.js';
import { levels } from '../../support/levels.js';
import { types } from '../support/field-types.js';
import { expectRefusal } from '../support/refusal.js';

type TypeName = keyof typeof types;

const titleOf = (value: unknown): string => {
  const text = (typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : undefined) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
};

/** Values whose conversion to text throws, or results in a valid value. */
const objects: unknown[] = [
  { toString: 1, valueOf: 1 },
  { toString: null },
  {},
  Object.create(null),
  [1],
  ['1'],
  [[1]],
  new Date(0),
  Object(1),
];

describe('a field', () => {
  const accepted: { [T in TypeName]: [given: unknown, value: FieldValue][] } = {
    text: [
      ['hello', 'hello'],
      ['x', 'x'],
      [' a ', ' a '],
      [12345, '12345'],
      [0, '0'],
      ['0', '0'],
      ['null', 'null'],
      ['äöüßé', 'äöüßé'],
      ['😀😀😀😀😀', '😀😀😀😀😀'],
      ['<b>&', '<b>&'],
      ['é\u0301a', 'é\u0301a'],
      ['\u00a0\u2028', '\u00a0\u2028'],
    ],
    multiline: [
      ['a\nb', 'a\nb'],
      ['a\r\nb', 'a\r\nb'],
      ['\t', '\t'],
      ['😀\n😀\n😀', '😀\n😀\n😀'],
    ],
    integer: [
      [0, 0],
      ['0', 0],
      ['-0', 0],
      [-0, 0],
      ['+7', 7],
      ['007', 7],
      [1, 1],
      [true, 1],
      [false, 0],
      [2147483647, 2147483647],
      ['2147483647', 2147483647],
    ],
    port: [
      [1, 1],
      ['65535', 65535],
      [true, 1],
    ],
    signed: [
      [-10, -10],
      ['-1', -1],
      [10, 10],
    ],
    number: [
      [0, 0],
      [1.5, 1.5],
      [-1.5, -1.5],
      ['46.05', 46.05],
      ['-14.5', -14.5],
      ['+1', 1],
      [1e30, 1e30],
    ],
    flag: [
      [1, true],
      ['1', true],
      [true, true],
      ['true', true],
      ['TRUE', true],
      [0, false],
      ['0', false],
      [false, false],
      ['false', false],
    ],
    enum: [
      ['No', 'No'],
      ['Yes', 'Yes'],
      [1, '1'],
    ],
    timestamp: [
      ['2024-02-29 23:59:59', '2024-02-29 23:59:59'],
      ['2024-02-29T00:00:00', '2024-02-29 00:00:00'],
      ['1970-01-01 00:00:01', '1970-01-01 00:00:01'],
      ['0001-01-01 00:00:00', '0001-01-01 00:00:00'],
      ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
    ],
    date: [
      ['2024-02-29', '2024-02-29'],
      ['2000-02-29', '2000-02-29'],
      ['0004-02-29', '0004-02-29'],
      ['2024-12-31', '2024-12-31'],
    ],
    address: [],
    mac: [
      ['00:11:22:33:44:AA', '00:11:22:33:44:aa'],
      ['0011.2233.44aa', '00:11:22:33:44:aa'],
    ],
    permissions: [
      [{ 2: 2, 3: '1' }, levels({ 2: 2, 3: 1 })],
      ['{"2":"2","3":"1"}', levels({ 2: 2, 3: 1 })],
      [{}, levels({})],
    ],
    objects: [
      [
        { ipaddresses: ['1'], subnets: ['3'] },
        { ipaddresses: ['1'], subnets: ['3'] },
      ],
      ['{"ipaddresses":[1,"2"]}', { ipaddresses: ['1', '2'] }],
      [{ subnets: [] }, { subnets: [] }],
      [{ subnets: [2, '1', '2'] }, { subnets: ['2', '1'] }],
      ['{}', {}],
    ],
    idList: [
      ['2147483647', '2147483647'],
      ['0', '0'],
      [[0], '0'],
      ['1', '1'],
      ['1;2', '1;2'],
      ['1;2;', '1;2'],
      [7, '7'],
      [[1, '2'], '1;2'],
      ['2;1;2;1', '2;1'],
      [Array.from({ length: 9000 }, () => 3), '3'],
      ['999999999', '999999999'],
    ],
    reference: [
      [1, 1],
      ['12', 12],
      [0, null],
      ['0', null],
      [false, null],
      [2147483647, 2147483647],
    ],
  };
  for (const [type, rows] of Object.entries(accepted) as [TypeName, [unknown, FieldValue][]][]) {
    for (const [given, value] of rows) {
      it(`of type ${type} reads ${titleOf(given)} as ${titleOf(value)}`, () => {
        expect(readField('f', types[type], given)).to.deep.equal(value);
      });
    }

    for (const nothing of [null, '']) {
      it(`of type ${type} reads ${titleOf(nothing)} as not set`, () => {
        expect(readField('f', types[type], nothing)).to.equal(null);
      });
    }
  }

  const addresses: [given: unknown, text: string][] = [
    ['10.0.0.1', '10.0.0.1'],
    ['2001:DB8::1', '2001:db8::1'],
    ['::ffff:a00:1', '::ffff:10.0.0.1'],
    ['167772161', '10.0.0.1'],
    [167772161, '10.0.0.1'],
  ];
  for (const [given, text] of addresses) {
    it(`of type address reads ${titleOf(given)} as ${text}`, () => {
      expect(String(readField('f', types.address, given))).to.equal(text);
    });
  }

  const manyIds = Array.from({ length: 4097 }, (_, n) => n + 1);
  type Refusal = { [C in ErrorCode]: [given: unknown, code: C, details?: Omit<ErrorDetails[C], 'field'>] }[ErrorCode];
  const refused: { [T in TypeName]: Refusal[] } = {
    text: [
      ['hello!', 'field.tooLong', { max: 5 }],
      [123456, 'field.tooLong', { max: 5 }],
      ['😀😀😀😀😀😀', 'field.tooLong', { max: 5 }],
      ['a\nb', 'field.control'],
      ['a\tb', 'field.control'],
      ['a\0b', 'field.control'],
      ['\u007f', 'field.control'],
      ['\u0085', 'field.control'],
      ['\u001b[0m', 'field.control'],
      ['\ud800', 'field.control'],
      ['a\udc00', 'field.control'],
      ['\udc00\ud800', 'field.control'],
      [true, 'field.type', { expected: 'text' }],
      [undefined, 'field.type', { expected: 'text' }],
    ],
    multiline: [
      ['a\nbcde', 'field.tooLong', { max: 5 }],
      ['a\0b', 'field.control'],
      ['\u000b', 'field.control'],
      ['\u0090', 'field.control'],
      ['\n\ud83d', 'field.control'],
      [false, 'field.type', { expected: 'text' }],
    ],
    integer: [
      [-1, 'field.range', { min: 0, max: 2147483647 }],
      ['-1', 'field.range', { min: 0, max: 2147483647 }],
      [2147483648, 'field.range', { min: 0, max: 2147483647 }],
      ['999999999999999', 'field.range', { min: 0, max: 2147483647 }],
      ['9999999999999999', 'field.type', { expected: 'integer' }],
      [1e21, 'field.type'],
      [1.5, 'field.type'],
      ['1.0', 'field.type'],
      ['1e3', 'field.type'],
      ['0x10', 'field.type'],
      [' 1', 'field.type'],
      ['1\n', 'field.type'],
      ['abc', 'field.type'],
      ['--1', 'field.type'],
      ['١', 'field.type'],
      [Number.NaN, 'field.type'],
      [Number.POSITIVE_INFINITY, 'field.type'],
      [10n, 'field.type'],
      [undefined, 'field.type'],
    ],
    port: [
      [0, 'field.range', { min: 1, max: 65535 }],
      [false, 'field.range'],
      [65536, 'field.range'],
      ['-1', 'field.range'],
    ],
    signed: [
      [-11, 'field.range', { min: -10, max: 10 }],
      [11, 'field.range'],
    ],
    number: [
      ['abc', 'field.type', { expected: 'number' }],
      ['1e3', 'field.type'],
      ['1.', 'field.type'],
      ['.5', 'field.type'],
      ['1,5', 'field.type'],
      [Number.NaN, 'field.type'],
      [Number.POSITIVE_INFINITY, 'field.type'],
      [true, 'field.type'],
    ],
    flag: [
      [2, 'field.type', { expected: 'flag' }],
      [-1, 'field.type'],
      ['yes', 'field.type'],
      ['on', 'field.type'],
      [' 1', 'field.type'],
      ['01', 'field.type'],
    ],
    enum: [
      ['no', 'field.type', { expected: 'oneOf', among: ['No', 'Yes', '1'] }],
      ['', 'field.type'],
      ['constructor', 'field.type'],
      [true, 'field.type'],
      [0, 'field.type'],
    ],
    timestamp: [
      ['2023-02-29 00:00:00', 'field.type', { expected: 'timestamp' }],
      ['0000-00-00 00:00:00', 'field.type'],
      ['0000-01-01 00:00:00', 'field.type'],
      ['2024-13-01 00:00:00', 'field.type'],
      ['2024-00-01 00:00:00', 'field.type'],
      ['2024-04-31 00:00:00', 'field.type'],
      ['2024-01-00 00:00:00', 'field.type'],
      ['2024-01-01 24:00:00', 'field.type'],
      ['2024-01-01 00:60:00', 'field.type'],
      ['2024-01-01 00:00:60', 'field.type'],
      ['2024-01-01 00', 'field.type'],
      ['2024-01-01 00:00:00Z', 'field.type'],
      ['2024-01-01 00:00:00\n', 'field.type'],
      ['24-01-01 00:00:00', 'field.type'],
      ['now', 'field.type'],
      [0, 'field.type'],
      [20240101000000, 'field.type'],
    ],
    date: [
      ['2024-02-30', 'field.type', { expected: 'date' }],
      ['1900-02-29', 'field.type'],
      ['2024-01-01 00:00:00', 'field.type'],
      ['2024-1-1', 'field.type'],
      ['01.02.2024', 'field.type'],
      [20240101, 'field.type'],
    ],
    address: [
      ['foo', 'field.type', { expected: 'address', given: 'foo' }],
      ['10.0.0.999', 'field.type'],
      ['10.0.0.0/24', 'field.type'],
      ['fe80::1%eth0', 'field.type'],
      [-1, 'field.type'],
      [1.5, 'field.type'],
      [true, 'field.type'],
    ],
    mac: [
      ['zz', 'field.type'],
      ['00:11:22:33:44', 'field.type'],
      [1122334455, 'field.type'],
      [true, 'field.type'],
    ],
    permissions: [
      ['{', 'field.type', { expected: 'permissions' }],
      [{ 2: 'rwa' }, 'field.type', { expected: 'permissions' }],
      ['null', 'field.type'],
      ['7', 'field.type'],
      ['[]', 'field.type'],
      [{ 2: 4 }, 'field.type'],
      [{ 0: 1 }, 'field.type'],
      [{ Guests: 1 }, 'field.type'],
      ['{"__proto__":1}', 'field.type'],
      [7, 'field.type'],
      [true, 'field.type'],
    ],
    objects: [
      [{ subnets: manyIds }, 'list.tooManyValues', { max: 4096 }],
      ['{', 'field.type', { expected: 'idLists' }],
      ['null', 'field.type'],
      ['[]', 'field.type'],
      [[1], 'field.type'],
      [{ subnets: '1' }, 'field.type'],
      [{ subnets: [0] }, 'field.type'],
      [{ subnets: ['x'] }, 'field.type'],
      [{ subnets: [[1]] }, 'field.type'],
      [{ subnets: [{ toString: 1 }] }, 'field.type'],
      [{ subnets: [null] }, 'field.type'],
      [{ Subnets: ['1'] }, 'field.type'],
      ['{"__proto__":["1"]}', 'field.type'],
      [7, 'field.type'],
    ],
    idList: [
      [manyIds, 'list.tooManyValues', { max: 4096 }],
      ['0;1', 'field.type', { expected: 'idList' }],
      ['1,2', 'field.type'],
      ['1;;2', 'field.type'],
      [';1', 'field.type'],
      ['1;x', 'field.type'],
      ['-1', 'field.type'],
      ['1 ;2', 'field.type'],
      ['2147483648', 'field.type'],
      [[], 'field.type'],
      [[1, null], 'field.type'],
      [[1, {}], 'field.type'],
      [[1, [2]], 'field.type'],
      [[{ toString: 1 }], 'field.type'],
      [true, 'field.type'],
      [{ a: 1 }, 'field.type'],
    ],
    reference: [
      [-1, 'field.range', { min: 0, max: 2147483647 }],
      [2147483648, 'field.range'],
      ['abc', 'field.type', { expected: 'integer' }],
      [1.5, 'field.type'],
    ],
  };
  for (const [type, rows] of Object.entries(refused) as [TypeName, Refusal[]][]) {
    for (const [given, code, details] of rows) {
      if (given === '') continue;
      it(`of type ${type} refuses ${titleOf(given)}: ${code}`, () => {
        expectRefusal(() => readField('f', types[type], given), code);
        if (details)
          expectRefusal(() => readField('f', types[type], given), code, { field: 'f', ...details } as ErrorDetails[typeof code]);
      });
    }
  }

  const structured: readonly string[] = ['permissions', 'objects', 'idList'];
  for (const type of (Object.keys(types) as TypeName[]).filter((name) => !structured.includes(name))) {
    it(`of type ${type} refuses lists and objects, even if their text is a valid value`, () => {
      for (const given of objects) {
        expectRefusal(() => readField('f', types[type], given), 'field.type');
      }
    });
  }
});
