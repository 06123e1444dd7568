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

/** Other values are returned unchanged. */
export const levelOfWord = (given: unknown): unknown => levelsByWord.get(given) ?? given;

/** Accepts level names and numbers; invalid input is returned unchanged. */
export const permissionsOfText = (given: unknown): unknown =>
  readPermissionMap(given, (level) => readPermissionLevel(levelOfWord(level))) ?? given;

/** JSON text with levels as texts, groups in their order: {"3":"2","2":"1"}. For the history and for clients. */
export const printPermissionMap = (map: PermissionMap): string =>
  `{${[...map].map(([group, level]) => `"${group}":"${level}"`).join(',')}}`;
