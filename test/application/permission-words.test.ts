import { expect } from 'chai';
import fc from 'fast-check';
import {
  levelOfWord,
  levelWord,
  permissionsOfText,
  printPermissionMap,
  writtenLevels,
} from '../../application/permission-levels.js';
import { type PermissionLevel, readPermissionLevel, readPermissionMap } from '../../domain/fields/permission-map.js';

const words: readonly (readonly [level: PermissionLevel, word: string])[] = [
  [0, 'na'],
  [1, 'ro'],
  [2, 'rw'],
  [3, 'rwa'],
];

describe('The words of permission levels', () => {
  for (const [level, word] of words)
    it(`include ${word} for ${level}`, () => {
      expect(levelWord(level)).to.equal(word);
      expect(levelOfWord(word)).to.equal(level);
    });

  for (const given of [-1, 4, '', '4', 'RO', 'read', 'constructor', null, undefined, true, ['ro'], {}])
    it(`leave ${JSON.stringify(given) ?? 'nothing'} unchanged as a level`, () => {
      expect(levelOfWord(given)).to.equal(given);
    });

  it('are listed with all other spellings of a level, which can all be read', () => {
    const read = writtenLevels.map((written) => readPermissionLevel(levelOfWord(written)));
    expect(read).to.deep.equal([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
  });

  it('are accepted in permissions, and in their JSON text with its order', () => {
    expect(permissionsOfText({ 2: 'rwa', 3: 'ro', 4: 'na' })).to.deep.equal(
      new Map([
        [2, 3],
        [3, 1],
        [4, 0],
      ]),
    );
    const map = permissionsOfText('{"\\u0033":"\\u0031","2":"ro","1":2}');
    expect(map instanceof Map && [...map]).to.deep.equal([
      [3, 1],
      [2, 1],
      [1, 2],
    ]);
  });

  for (const given of [null, undefined, '', 'ro', '{"2":"rx"}', { Operators: 'ro' }, 7, ['ro']])
    it(`leave ${JSON.stringify(given) ?? 'nothing'} unchanged as permissions`, () => {
      expect(permissionsOfText(given)).to.equal(given);
    });
});

describe('The text of permissions', () => {
  const maps = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 999999999 }), fc.constantFrom(0, 1, 2, 3)), {
    selector: ([group]) => group,
  });

  it('is the JSON text from which they were read, byte by byte', () => {
    fc.assert(
      fc.property(maps, (pairs) => {
        const text = `{${pairs.map(([group, level]) => `"${group}":"${level}"`).join(',')}}`;
        expect(printPermissionMap(readPermissionMap(text) ?? new Map())).to.equal(text);
      }),
    );
  });
});
