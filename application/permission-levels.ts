import {
  type PermissionLevel,
  type PermissionMap,
  readPermissionLevel,
  readPermissionMap,
} from '../domain/fields/permission-map.js';

const levelWords = ['na', 'ro', 'rw', 'rwa'] as const;

/** The word that clients know a level by. */
export const levelWord = (level: PermissionLevel): string => levelWords[level];

/** Every way to write a level. */
export const writtenLevels: readonly (number | string)[] = [0, 1, 2, 3, '0', '1', '2', '3', ...levelWords];

const levelsByWord: ReadonlyMap<unknown, PermissionLevel> = new Map(
  ([0, 1, 2, 3] as const).map((level) => [levelWords[level], level]),
);

/** A level by its number in the place of its word; what is no word stays as it is. */
export const levelOfWord = (given: unknown): unknown => levelsByWord.get(given) ?? given;

/** Permissions in which words may stand for levels, as a map; what is none stays as it is. */
export const permissionsOfText = (given: unknown): unknown =>
  readPermissionMap(given, (level) => readPermissionLevel(levelOfWord(level))) ?? given;

/** A permission map as JSON text, groups in their order and levels as texts: {"3":"2","2":"1"}. The history has it, and clients. */
export const printPermissionMap = (map: PermissionMap): string =>
  `{${[...map].map(([group, level]) => `"${group}":"${level}"`).join(',')}}`;
