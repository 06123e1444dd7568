import { expect } from 'chai';
import fc from 'fast-check';
import { defineFields } from '../../../domain/fields/field.js';
import { type Input, namesChange, readField, readFields, readReference } from '../../../domain/fields/read-fields.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import { types } from '../support/field-types.js';
import { expectRefusal } from '../support/refusal.js';

describe('a field', () => {
  it('of type prefix refuses every value of a caller', () => {
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

  it('reads well-formed text without control characters unchanged, and refuses other text', () => {
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

  it('of type date accepts exactly the days of the calendar', () => {
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

  it('at creation have their defaults if no value was sent', () => {
    expect(readFields(fields, { name: 'x' }, 'create')).to.deep.equal(defaults);
  });

  it('at creation are in the order of their definition, independent of the input', () => {
    expect(Object.keys(readFields(fields, { kind: 'b', name: 'x' }, 'create'))).to.deep.equal(Object.keys(fields));
  });

  it('at creation have their default if null was sent, and are unset if an empty text was sent; a flag gets its default', () => {
    const sent = { name: 'x', note: null, size: null, shown: null, locked: '', tag: null, vlan: null, seen: null, kind: null };
    expect(readFields(fields, sent, 'create')).to.deep.equal(defaults);
    expect(readFields(fields, { name: 'x', size: null }, 'create', { size: 9 })).to.deep.equal({ ...defaults, size: 9 });
    const empty = { note: null, size: null, tag: null, kind: null };
    const texts = { note: '', size: '', shown: '', locked: '', tag: '', kind: '' };
    expect(readFields(fields, { name: 'x', ...texts }, 'create')).to.deep.equal({ ...defaults, ...empty });
  });

  it('at creation are null if 0 was sent for a reference with a default', () => {
    expect(readFields(fields, { name: 'x', tag: 0 }, 'create')).to.deep.equal({ ...defaults, tag: null });
  });

  it('at creation use the defaults of the caller before their own', () => {
    const values = readFields(fields, { name: 'x', size: 3 }, 'create', { size: 9, note: 'own', tag: null, shown: false });
    expect(values).to.deep.equal({ ...defaults, size: 3, note: 'own', shown: false });
  });

  it('with an undefined value count as not sent', () => {
    expect(readFields(fields, { name: 'x', size: undefined, shown: undefined }, 'create')).to.deep.equal(defaults);
    expect(readFields(fields, { name: undefined, size: 1 }, 'change')).to.deep.equal({ size: 1 });
  });

  it('in a change are only the sent ones, without defaults', () => {
    expect(readFields(fields, {}, 'change')).to.deep.equal({});
    expect(readFields(fields, { size: '', tag: 3 }, 'change', { size: 9, note: 'own' })).to.deep.equal({ size: null, tag: 3 });
  });

  it('that can be written once are read in a change; the use case checks them', () => {
    expect(readFields(fields, { first: 1 }, 'change')).to.deep.equal({ first: 1 });
  });

  const required: [title: string, input: Record<string, unknown>, mode: 'create' | 'change'][] = [
    ['absent at creation', {}, 'create'],
    ['null at creation', { name: null }, 'create'],
    ['empty at creation', { name: '' }, 'create'],
    ['null in a change', { name: null }, 'change'],
    ['empty in a change', { name: '' }, 'change'],
  ];
  for (const [title, input, mode] of required) {
    it(`that are required are refused when ${title}`, () => {
      expectRefusal(() => readFields(fields, input, mode), 'field.required', { field: 'name' });
    });
  }

  it('that are required use a default of the caller', () => {
    expect(readFields(fields, {}, 'create', { name: 'given' }).name).to.equal('given');
  });

  it('that the service sets are ignored in a change; a new record may only send null for them', () => {
    expect(readFields(fields, { id: 7, note: 'x' }, 'change')).to.deep.equal({ note: 'x' });
    expect(readFields(fields, { id: null }, 'change')).to.deep.equal({});
    expect(readFields(fields, { name: 'x', id: null }, 'create')).to.include({ id: null, name: 'x' });
    expectRefusal(() => readFields(fields, { name: 'x', id: 7 }, 'create'), 'field.unknown', { field: 'id' });
    const network = defineFields({ prefix: { type: 'prefix', readOnly: true } });
    for (const prefix of ['10.0.0.0/8', null])
      expectRefusal(() => readFields(network, { prefix }, 'change'), 'field.unknown', { field: 'prefix' });
  });

  it('with nullIsNotSent ignore null: they get their default or stay unchanged', () => {
    const lenientFields = defineFields({ tag: { ...fields.tag, nullIsNotSent: true } });
    expect(readFields(lenientFields, { tag: null }, 'create')).to.deep.equal({ tag: 2 });
    expect(readFields(lenientFields, { tag: null }, 'change')).to.deep.equal({});
    expect(readFields(lenientFields, { tag: '' }, 'change')).to.deep.equal({ tag: null });
    const zeroToo = defineFields({ tag: { ...fields.tag, nullIsNotSent: true, zeroIsNotSent: true } });
    for (const tag of [null, 0, '0', '']) {
      expect(readFields(zeroToo, { tag }, 'create'), String(tag)).to.deep.equal({ tag: 2 });
      expect(readFields(zeroToo, { tag }, 'change'), String(tag)).to.deep.equal({});
    }
  });

  it('count as a change if one is writable, unknown or null', () => {
    const naming = (input: Input) => namesChange(fields, input);
    expect([{}, { id: 7 }, { id: 7, note: 'x' }, { id: null }, { other: 1 }].map(naming)).to.deep.equal([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  const unknown: [title: string, key: string][] = [
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
    for (const [title, key] of unknown) {
      it(`in mode ${mode} refuse a key ${title}, even with null`, () => {
        for (const value of ['"x"', 'null']) {
          const input = JSON.parse(`{"name":"x",${JSON.stringify(key)}:${value}}`) as Record<string, unknown>;
          expectRefusal(() => readFields(fields, input, mode), 'field.unknown', { field: key });
        }
      });
    }
  }

  it('refuse an unknown key before they read values', () => {
    expectRefusal(() => readFields(fields, { size: 'abc', bogus: 1 }, 'create'), 'field.unknown', { field: 'bogus' });
  });

  it('name the field with the invalid value', () => {
    expectRefusal(() => readFields(fields, { name: 'x', size: 'abc' }, 'create'), 'field.type', {
      field: 'size',
      expected: 'integer',
    });
  });

  it('may have the names of inherited object members', () => {
    const odd = defineFields({
      constructor: { type: 'text', max: 5 },
      toString: { type: 'flag' },
      valueOf: { type: 'integer', default: 3 },
    });
    expect(readFields(odd, {}, 'create')).to.deep.equal({ constructor: null, toString: false, valueOf: 3 });
    expect(readFields(odd, { constructor: 'x' }, 'change')).to.deep.equal({ constructor: 'x' });
  });

  it('ignore the prototype of the input', () => {
    const input = Object.create({ name: 'inherited', bogus: 1 }) as Record<string, unknown>;
    expect(readFields(fields, input, 'change')).to.deep.equal({});
  });

  it('read their own output as the same values', () => {
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

  it('of a subnet refuse the prefix, which has its own reader, and fields that the service sets', () => {
    for (const field of ['prefix', 'editDate', 'lastScan', 'lastDiscovery', 'id', 'custom']) {
      expectRefusal(() => readFields(subnetFields, { sectionId: 1, [field]: 'x' }, 'create'), 'field.unknown', { field });
    }
  });
});

describe('a reference that is read before the other fields', () => {
  const clearable = { type: 'reference', ref: { kind: 'vlan', onDelete: 'clear' } } as const;
  const lenient = { ...clearable, nullIsNotSent: true } as const;
  const cases: [given: unknown, ofClearable: number | undefined, ofLenient: number | undefined][] = [
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
  for (const [given, ofClearable, ofLenient] of cases) {
    it(`${JSON.stringify(given) ?? 'not sent'} is ${ofClearable ?? 'none'}, or ${ofLenient ?? 'none'} with nullIsNotSent`, () => {
      expect(readReference('f', clearable, given)).to.equal(ofClearable);
      expect(readReference('f', lenient, given)).to.equal(ofLenient);
    });
  }

  it('is refused if it is not a possible id', () => {
    for (const given of ['x', '-1', 1.5, true, '2147483648', [7], {}])
      for (const field of [clearable, lenient])
        expectRefusal(() => readReference('f', field, given), 'field.type', { field: 'f', expected: 'integer' });
  });
});
