import {
  type PermissionLevel,
  type PermissionMap,
  readPermissionLevel,
  readPermissionMap,
} from '../domain/fields/permission-map.js';

const levelWords = ['na', 'ro', 'rw', 'rwa'] as const;

export const levelWord = (level: PermissionLevel): string => levelWords[level];

export const writtenLevels: readonly (number | string)[] = [0, 1, 2, 3, '0', '1', '2', '3', ...levelWords];

const levelsByWord: ReadonlyMap<unknown, PermissionLevel> = new Map(
  ([0, 1, 2, 3] as const).map((level) => [levelWords[level], level]),
);

/** Converts a level name to a number. Other values are unchanged. */
export const levelOfWord = (word: unknown): unknown => levelsByWord.get(word) ?? word;

/** Converts level names to numbers. Invalid input is unchanged. */
export const permissionsOfText = (text: unknown): unknown =>
  readPermissionMap(text, (level) => readPermissionLevel(levelOfWord(level))) ?? text;

/** Formats permissions as JSON with levels as texts, e.g. {"3":"2","2":"1"}. Keeps the order of the map. */
export const printPermissionMap = (map: PermissionMap): string =>
  `{${[...map].map(([group, level]) => `"${group}":"${level}"`).join(',')}}`;
