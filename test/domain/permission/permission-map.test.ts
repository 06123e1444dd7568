import { expect } from 'chai';
import fc from 'fast-check';
import {
  levelName,
  type PermissionLevel,
  readPermissionLevel,
  readPermissionMap,
} from '../../../domain/permission/permission-map.js';

const levels: readonly PermissionLevel[] = [0, 1, 2, 3];

describe('permission level', () => {
  for (const [level, word] of [
    [0, 'na'],
    [1, 'ro'],
    [2, 'rw'],
    [3, 'rwa'],
  ] as const) {
    it(`${level} is read from the number, the digit and the word ${word}, and written as ${word}`, () => {
      expect([level, String(level), word].map(readPermissionLevel)).to.deep.equal([level, level, level]);
      expect(levelName(level)).to.equal(word);
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
  const read: [what: string, given: unknown, map: Record<string, number> | null][] = [
    ['null', null, null],
    ['nothing', undefined, null],
    ['an empty text', '', null],
    ['an empty object', {}, {}],
    ['its JSON text', '{"3":"1","2":"2"}', { 2: 2, 3: 1 }],
    ['an object of numbers', { 2: 3 }, { 2: 3 }],
    ['words', { 2: 'rwa', 3: 'ro', 4: 'na' }, { 2: 3, 3: 1, 4: 0 }],
    ['the highest group id', { 999999999: 1 }, { 999999999: 1 }],
  ];
  for (const [what, given, map] of read) {
    it(`is read from ${what}`, () => {
      expect(readPermissionMap(given)).to.deep.equal(map);
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
    ['a level that is a list', { 2: [1] }],
    ['a level that has no text', { 2: { toString: 1 } }],
    ['a null level', { 2: null }],
    ['a group name', { Operators: 1 }],
    ['group 0', { 0: 1 }],
    ['a negative group', { '-2': 1 }],
    ['a group with a leading zero', { '02': 1 }],
    ['a group of ten digits', { 1234567890: 1 }],
    ['__proto__', '{"__proto__":3}'],
    ['constructor', { constructor: 3 }],
  ];
  for (const [what, given] of refused) {
    it(`is not read from ${what}`, () => {
      expect(readPermissionMap(given)).to.equal(undefined);
    });
  }

  it('is the same read from an object and from its JSON text', () => {
    const maps = fc.dictionary(fc.integer({ min: 1, max: 999999999 }).map(String), fc.constantFrom(...levels));
    fc.assert(
      fc.property(maps, (map) => {
        expect(readPermissionMap(map)).to.deep.equal({ ...map });
        expect(readPermissionMap(JSON.stringify(map))).to.deep.equal({ ...map });
      }),
    );
  });
});
