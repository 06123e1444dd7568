import { expect } from 'chai';
import fc from 'fast-check';
import { type PermissionLevel, readPermissionLevel, readPermissionMap } from '../../../domain/fields/permission-map.js';

const everyLevel: readonly PermissionLevel[] = [0, 1, 2, 3];

describe('permission level', () => {
  for (const level of everyLevel) {
    it(`${level} is read from the number and the digit`, () => {
      expect([level, String(level)].map(readPermissionLevel)).to.deep.equal([level, level]);
    });
  }

  for (const value of [
    -1,
    4,
    1.5,
    '',
    '4',
    '01',
    ' 1',
    'RO',
    'ro',
    'read',
    'constructor',
    null,
    undefined,
    true,
    [1],
    ['ro'],
    {},
    { toString: 1 },
    Number.NaN,
  ]) {
    it(`is not read from ${JSON.stringify(value) ?? 'nothing'}`, () => {
      expect(readPermissionLevel(value)).to.equal(undefined);
    });
  }
});

describe('permission map', () => {
  const read: [what: string, given: unknown, pairs: [group: number, level: number][] | null][] = [
    ['null', null, null],
    ['nothing', undefined, null],
    ['an empty text', '', null],
    ['an empty object', {}, []],
    ['the JSON text of an empty object', ' { } ', []],
    [
      'its JSON text, in the same order',
      '{"3":"1","2":"2"}',
      [
        [3, 1],
        [2, 2],
      ],
    ],
    [
      'a JSON text with spaces and numbers',
      ' { "3" : 1 ,\n "2"\t:2 } ',
      [
        [3, 1],
        [2, 2],
      ],
    ],
    [
      'a JSON text with escapes',
      '{"\\u0033":"\\u0031","2":"1"}',
      [
        [3, 1],
        [2, 1],
      ],
    ],
    [
      'a JSON text with a repeated group, with the last level',
      '{"3":"1","2":"2","3":"3"}',
      [
        [3, 3],
        [2, 2],
      ],
    ],
    ['an object of numbers', { 2: 3 }, [[2, 3]]],
    [
      'a Map, in its order',
      new Map([
        [3, 1],
        [2, 2],
      ]),
      [
        [3, 1],
        [2, 2],
      ],
    ],
    ['the highest group id', { 999999999: 1 }, [[999999999, 1]]],
  ];
  for (const [what, given, pairs] of read) {
    it(`is read from ${what}`, () => {
      const map = readPermissionMap(given);
      expect(map && [...map]).to.deep.equal(pairs);
    });
  }

  const refused: [what: string, given: unknown][] = [
    ['broken JSON', '{"2":'],
    ['JSON null', 'null'],
    ['a JSON list', '[1]'],
    ['a JSON text', '"ro"'],
    ['a list', [1]],
    ['a number', 7],
    ['a boolean', true],
    ['a level above 3', { 2: 4 }],
    ['the word of a level', { 2: 'ro' }],
    ['a level that is a list', { 2: [1] }],
    ['a level that has no text', { 2: { toString: 1 } }],
    ['a null level', { 2: null }],
    ['a group name', { Operators: 1 }],
    ['group 0', { 0: 1 }],
    ['a negative group', { '-2': 1 }],
    ['a group with a leading zero', { '02': 1 }],
    ['a group of ten digits', { 1234567890: 1 }],
    ['a JSON text with an escaped closing quote', '{"2":"1\\"}'],
    ['a key without quotes', '{2:1}'],
    ['a nested object', '{"2":{"3":1}}'],
    ['a Map with a key that is not a group', new Map([[{}, 1]])],
    ['a Map with a key that has no text', new Map([[{ toString: 1 }, 1]])],
    ['a Map with a list as key', new Map([[[2], 1]])],
    ['__proto__', '{"__proto__":3}'],
    ['constructor', { constructor: 3 }],
  ];
  for (const [what, given] of refused) {
    it(`is not read from ${what}`, () => {
      expect(readPermissionMap(given)).to.equal(undefined);
    });
  }

  const maps = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 999999999 }), fc.constantFrom(...everyLevel)), {
    selector: ([group]) => group,
  });

  it('is the same from a Map, an object and its JSON text', () => {
    fc.assert(
      fc.property(maps, (pairs) => {
        const object = Object.fromEntries(pairs);
        for (const given of [new Map(pairs), object, JSON.stringify(object)])
          expect(readPermissionMap(given)).to.deep.equal(new Map(pairs));
      }),
    );
  });

  it('is refused quickly for a long text that is not JSON', () => {
    expect(readPermissionMap(`"${'\\"'.repeat(200_000)}`)).to.equal(undefined);
  }).timeout(2000);
});
