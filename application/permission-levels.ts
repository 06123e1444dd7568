import {
  type PermissionLevel,
  type PermissionMap,
  readPermissionLevel,
  readPermissionMap,
} from '../domain/fields/permission-map.js';

const levelWords = ['na', 'ro', 'rw', 'rwa'] as const;

/** The name of a level in the interface. */
export const levelWord = (level: PermissionLevel): string => levelWords[level];

/** All notations of a level. */
export const writtenLevels: readonly (number | string)[] = [0, 1, 2, 3, '0', '1', '2', '3', ...levelWords];

const levelsByWord: ReadonlyMap<unknown, PermissionLevel> = new Map(
  ([0, 1, 2, 3] as const).map((level) => [levelWords[level], level]),
);

/** The number of a level name; other values are returned unchanged. */
export const levelOfWord = (given: unknown): unknown => levelsByWord.get(given) ?? given;

/** The permission map of an input with level names or numbers; invalid input is returned unchanged. */
export const permissionsOfText = (given: unknown): unknown =>
  readPermissionMap(given, (level) => readPermissionLevel(levelOfWord(level))) ?? given;

/**
 * A permission map as JSON text, groups in their order and levels as texts: {"3":"2","2":"1"}. For the history and for clients.
 */
export const printPermissionMap = (map: PermissionMap): string =>
  `{${[...map].map(([group, level]) => `"${group}":"${level}"`).join(',')}}`;
