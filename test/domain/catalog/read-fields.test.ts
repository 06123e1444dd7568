import { expect } from 'chai';
import fc from 'fast-check';
import { defineFields, type FieldDefinition, type FieldValue } from '../../../domain/catalog/field.js';
import { type Input, namesChange, readField, readFields, readReference } from '../../../domain/catalog/read-fields.js';
import type { ErrorCode, ErrorDetails } from '../../../domain/errors.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import { levels } from '../../support/levels.js';
import { expectRefusal } from '../support/refusal.js';

const types = {
  text: { type: 'text', max: 5 },
  multiline: { type: 'multiline', max: 5 },
  integer: { type: 'integer' },
  port: { type: 'integer', min: 1, max: 65535 },
  signed: { type: 'integer', min: -10, max: 10 },
  number: { type: 'number' },
  flag: { type: 'flag' },
  enum: { type: 'enum', values: ['No', 'Yes', '1'] },
  timestamp: { type: 'timestamp' },
  date: { type: 'date' },
  address: { type: 'address' },
  mac: { type: 'mac' },
  permissions: { type: 'permissions' },
  objects: { type: 'objects' },
  idList: { type: 'idList', ref: { kind: 'section' } },
  reference: { type: 'reference', ref: { kind: 'vlan', onDelete: 'clear' } },
} satisfies Record<string, FieldDefinition>;

type TypeName = keyof typeof types;

const titleOf = (value: unknown): string => {
  const text = (typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : undefined) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
};

/** Values whose conversion to text throws, or passes for something else. */
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
      [{ 2: 'rwa' }, levels({ 2: 3 })],
      [{}, levels({})],
    ],
    objects: [
      [
        { ipaddresses: ['1'], subnets: ['3'] },
        { ipaddresses: ['1'], subnets: ['3'] },
      ],
      ['{"ipaddresses":[1,"2"]}', { ipaddresses: ['1', '2'] }],
      [{ subnets: [] }, { subnets: [] }],
      ['{}', {}],
    ],
    idList: [
      ['0', '0'],
      [[0], '0'],
      ['1', '1'],
      ['1;2', '1;2'],
      ['1;2;', '1;2'],
      [7, '7'],
      [[1, '2'], '1;2'],
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
      it(`of type ${type} takes ${titleOf(given)} as ${titleOf(value)}`, () => {
        expect(readField('f', types[type], given)).to.deep.equal(value);
      });
    }

    for (const nothing of [null, '']) {
      it(`of type ${type} takes ${titleOf(nothing)} as not set`, () => {
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
    it(`of type address takes ${titleOf(given)} as ${text}`, () => {
      expect(String(readField('f', types.address, given))).to.equal(text);
    });
  }

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
      ['2024-01-01', 'field.type'],
      ['2024-01-01 00:00', 'field.type'],
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
      ['foo', 'field.type', { expected: 'address' }],
      ['10.0.0.999', 'field.type'],
      ['10.0.0.0/24', 'field.type'],
      ['fe80::1%eth0', 'field.type'],
      [' 10.0.0.1', 'field.type'],
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
      ['0;1', 'field.type', { expected: 'idList' }],
      ['1,2', 'field.type'],
      ['1;;2', 'field.type'],
      [';1', 'field.type'],
      ['1;x', 'field.type'],
      ['-1', 'field.type'],
      ['1 ;2', 'field.type'],
      ['1234567890', 'field.type'],
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
    it(`of type ${type} refuses lists and objects, even those that look like a good value as text`, () => {
      for (const given of objects) {
        expectRefusal(() => readField('f', types[type], given), 'field.type');
      }
    });
  }

  it('of type prefix takes nothing from a caller', () => {
    expectRefusal(() => readField('prefix', { type: 'prefix' }, '10.0.0.0/24'), 'field.unknown', { field: 'prefix' });
  });

  it('counts characters beyond the basic plane as one, as the database does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        fc.pre(text !== '' && !/\p{Cc}/u.test(text));
        const length = Array.from(text).length;
        expect(readField('f', { type: 'text', max: length }, text)).to.equal(text);
        expectRefusal(() => readField('f', { type: 'text', max: length - 1 }, text), 'field.tooLong', {
          field: 'f',
          max: length - 1,
        });
      }),
    );
  });

  it('keeps every well-formed text without control characters as it was sent, and refuses every other', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom('', '\ud800', '\udfff', '\0', '\n'),
        (text, tail) => {
          const given = text + tail;
          fc.pre(given !== '');
          const codes = [...given].map((character) => character.codePointAt(0) ?? 0);
          const bad = codes.some((code) => code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xe000));
          const read = (): unknown => readField('f', { type: 'text', max: 1000 }, given);
          if (bad) expectRefusal(read, 'field.control');
          else expect(read()).to.equal(given);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('of type date takes exactly the days of the calendar', () => {
    const two = (value: number): string => String(value).padStart(2, '0');
    const days = (year: number, month: number): number => {
      if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
      return [4, 6, 9, 11].includes(month) ? 30 : 31;
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 33 }),
        (year, month, day) => {
          const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
          const sound = month >= 1 && month <= 12 && day >= 1 && day <= days(year, month);
          if (sound) expect(readField('f', types.date, text)).to.equal(text);
          else expectRefusal(() => readField('f', types.date, text), 'field.type');
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('fields', () => {
  const fields = defineFields({
    id: { type: 'integer', readOnly: true },
    name: { type: 'text', max: 10, required: true },
    note: { type: 'multiline', max: 10, default: 'none' },
    size: { type: 'integer', default: 7 },
    shown: { type: 'flag', default: true },
    locked: { type: 'flag' },
    tag: { type: 'reference', ref: { kind: 'tag', onDelete: 'clear' }, default: 2 },
    vlan: { type: 'reference', ref: { kind: 'vlan', onDelete: 'clear' } },
    seen: { type: 'timestamp', default: '1970-01-01 00:00:01' },
    ip: { type: 'address' },
    kind: { type: 'enum', values: ['a', 'b'], default: 'a' },
    first: { type: 'integer', writeOnce: true },
    secret: { type: 'text', max: 10, hidden: true },
  });
  const defaults = {
    id: null,
    name: 'x',
    note: 'none',
    size: 7,
    shown: true,
    locked: false,
    tag: 2,
    vlan: null,
    seen: '1970-01-01 00:00:01',
    ip: null,
    kind: 'a',
    first: null,
    secret: null,
  };

  it('at creation all have a value, their default where none was sent', () => {
    expect(readFields(fields, { name: 'x' }, 'create')).to.deep.equal(defaults);
  });

  it('at creation stand in the order of their definition, whatever the order of the input', () => {
    expect(Object.keys(readFields(fields, { kind: 'b', name: 'x' }, 'create'))).to.deep.equal(Object.keys(fields));
  });

  it('at creation are empty where nothing was sent on purpose; a flag has no such state', () => {
    const sent = { name: 'x', note: null, size: '', shown: null, locked: '', tag: '', vlan: null, seen: null, kind: '' };
    const empty = { note: null, size: null, shown: true, locked: false, tag: null, vlan: null, seen: null, kind: null };
    expect(readFields(fields, sent, 'create')).to.deep.equal({ ...defaults, ...empty });
  });

  it('at creation take the defaults of the caller before their own', () => {
    const values = readFields(fields, { name: 'x', size: 3 }, 'create', { size: 9, note: 'own', tag: null, shown: false });
    expect(values).to.deep.equal({ ...defaults, size: 3, note: 'own', shown: false });
  });

  it('with an undefined value count as not sent', () => {
    expect(readFields(fields, { name: 'x', size: undefined, shown: undefined }, 'create')).to.deep.equal(defaults);
    expect(readFields(fields, { name: undefined, size: 1 }, 'change')).to.deep.equal({ size: 1 });
  });

  it('in a change are those that were sent only, and never defaults', () => {
    expect(readFields(fields, {}, 'change')).to.deep.equal({});
    expect(readFields(fields, { size: '', tag: 3 }, 'change', { size: 9, note: 'own' })).to.deep.equal({ size: null, tag: 3 });
  });

  it('that may be written once are left to the use-case in a change', () => {
    expect(readFields(fields, { first: 1 }, 'change')).to.deep.equal({ first: 1 });
  });

  const required: [what: string, input: Record<string, unknown>, mode: 'create' | 'change'][] = [
    ['absent at creation', {}, 'create'],
    ['null at creation', { name: null }, 'create'],
    ['empty at creation', { name: '' }, 'create'],
    ['null in a change', { name: null }, 'change'],
    ['empty in a change', { name: '' }, 'change'],
  ];
  for (const [what, input, mode] of required) {
    it(`that are required are refused when ${what}`, () => {
      expectRefusal(() => readFields(fields, input, mode), 'field.required', { field: 'name' });
    });
  }

  it('that are required take a default of the caller', () => {
    expect(readFields(fields, {}, 'create', { name: 'given' }).name).to.equal('given');
  });

  it('that the service sets are passed over in a change; a new record may only say that they are unset', () => {
    expect(readFields(fields, { id: 7, note: 'x' }, 'change')).to.deep.equal({ note: 'x' });
    expect(readFields(fields, { id: null }, 'change')).to.deep.equal({});
    expect(readFields(fields, { name: 'x', id: null }, 'create')).to.include({ id: null, name: 'x' });
    expectRefusal(() => readFields(fields, { name: 'x', id: 7 }, 'create'), 'field.unknown', { field: 'id' });
    const network = defineFields({ prefix: { type: 'prefix', readOnly: true } });
    for (const prefix of ['10.0.0.0/8', null])
      expectRefusal(() => readFields(network, { prefix }, 'change'), 'field.unknown', { field: 'prefix' });
  });

  it('whose null is not sent take their default, or keep what they have', () => {
    const kept = defineFields({ tag: { ...fields.tag, nullIsNotSent: true } });
    expect(readFields(kept, { tag: null }, 'create')).to.deep.equal({ tag: 2 });
    expect(readFields(kept, { tag: null }, 'change')).to.deep.equal({});
    expect(readFields(kept, { tag: '' }, 'change')).to.deep.equal({ tag: null });
  });

  it('make a change when callers can set one, or when one is said to be unset', () => {
    const naming = (input: Input) => namesChange(fields, input);
    expect([{}, { id: 7 }, { id: 7, note: 'x' }, { id: null }, { other: 1 }].map(naming)).to.deep.equal([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  const unknown: [what: string, key: string][] = [
    ['that is not defined', 'bogus'],
    ['in another case', 'Name'],
    ['with a space', 'name '],
    ['without a name', ''],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['toString', 'toString'],
    ['hasOwnProperty', 'hasOwnProperty'],
  ];
  for (const mode of ['create', 'change'] as const) {
    for (const [what, key] of unknown) {
      it(`in mode ${mode} refuse a key ${what}, even with no value`, () => {
        for (const value of ['"x"', 'null']) {
          const input = JSON.parse(`{"name":"x",${JSON.stringify(key)}:${value}}`) as Record<string, unknown>;
          expectRefusal(() => readFields(fields, input, mode), 'field.unknown', { field: key });
        }
      });
    }
  }

  it('refuse an unknown key before they look at values', () => {
    expectRefusal(() => readFields(fields, { size: 'abc', bogus: 1 }, 'create'), 'field.unknown', { field: 'bogus' });
  });

  it('name the field whose value is wrong', () => {
    expectRefusal(() => readFields(fields, { name: 'x', size: 'abc' }, 'create'), 'field.type', {
      field: 'size',
      expected: 'integer',
    });
  });

  it('may be called like what objects inherit', () => {
    const odd = defineFields({
      constructor: { type: 'text', max: 5 },
      toString: { type: 'flag' },
      valueOf: { type: 'integer', default: 3 },
    });
    expect(readFields(odd, {}, 'create')).to.deep.equal({ constructor: null, toString: false, valueOf: 3 });
    expect(readFields(odd, { constructor: 'x' }, 'change')).to.deep.equal({ constructor: 'x' });
  });

  it('take nothing from the prototype of the input', () => {
    const input = Object.create({ name: 'inherited', bogus: 1 }) as Record<string, unknown>;
    expect(readFields(fields, input, 'change')).to.deep.equal({});
  });

  it('read values that they gave out as the same values', () => {
    const input = {
      name: 'n',
      note: 'a\nb',
      size: 5,
      shown: false,
      locked: true,
      tag: 4,
      vlan: 9,
      seen: '2024-02-29 12:00:00',
      kind: 'b',
      secret: 's',
    };
    const { id: _, ip: __, first: ___, ...values } = readFields(fields, input, 'create');
    expect(readFields(fields, values, 'change')).to.deep.equal(values);
    const asText = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    expect(readFields(fields, asText, 'change')).to.deep.equal(values);
  });

  it('of a subnet refuse the network, which has a reader of its own, and the dates of the service', () => {
    for (const field of ['prefix', 'editDate', 'lastScan', 'lastDiscovery', 'id', 'custom']) {
      expectRefusal(() => readFields(subnetFields, { sectionId: 1, [field]: 'x' }, 'create'), 'field.unknown', { field });
    }
  });
});

describe('a reference that is looked up before anything else', () => {
  const clearable = { type: 'reference', ref: { kind: 'vlan', onDelete: 'clear' } } as const;
  const kept = { ...clearable, nullIsNotSent: true } as const;
  const cases: [given: unknown, ofClearable: number | undefined, ofKept: number | undefined][] = [
    [undefined, undefined, undefined],
    [null, undefined, undefined],
    ['', undefined, 0],
    [0, undefined, 0],
    ['0', undefined, 0],
    [7, 7, 7],
    [' 7 ', 7, 7],
    ['7.0', 7, 7],
    ['2147483647', 2147483647, 2147483647],
  ];
  for (const [given, ofClearable, ofKept] of cases) {
    it(`${JSON.stringify(given) ?? 'not sent'} names ${ofClearable ?? 'none'}, and ${ofKept ?? 'none'} where it cannot be emptied`, () => {
      expect(readReference('f', clearable, given)).to.equal(ofClearable);
      expect(readReference('f', kept, given)).to.equal(ofKept);
    });
  }

  it('is refused when it can be no id', () => {
    for (const given of ['x', '-1', 1.5, true, '2147483648', [7], {}])
      for (const field of [clearable, kept])
        expectRefusal(() => readReference('f', field, given), 'field.type', { field: 'f', expected: 'integer' });
  });
});
