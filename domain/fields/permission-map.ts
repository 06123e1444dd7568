import { scalarText } from '../scalar-text.js';

/** 0 none, 1 read, 2 write addresses, 3 also change the object itself. */
export type PermissionLevel = 0 | 1 | 2 | 3;

/** By group id in the order of the input; absent groups have level 0. */
export type PermissionMap = ReadonlyMap<number, PermissionLevel>;

export const isPermissionMap = (value: unknown): value is PermissionMap => value instanceof Map;

const parsedLevels = [0, 1, 2, 3] as const satisfies readonly PermissionLevel[];

/** Reads a level from a number or digit. @returns undefined for anything else */
export function readPermissionLevel(value: unknown): PermissionLevel | undefined {
  const text = scalarText(value);
  return parsedLevels.find((level) => String(level) === text);
}

/**
 * Reads a Map, an object, or the JSON text of an object, e.g. {"3":"2","2":1}. Of duplicate groups in a text the last one counts.
 * @param readLevel for inputs with other notations of levels
 * @returns null for an empty value, undefined for an invalid group id or level
 */
export function readPermissionMap(value: unknown, readLevel = readPermissionLevel): PermissionMap | null | undefined {
  if (value === null || value === undefined || value === '') return null;
  const entries = typeof value === 'string' ? entriesOfText(value) : entriesOf(value);
  if (!entries) return undefined;
  const levels = new Map<number, PermissionLevel>();
  for (const [group, given] of entries) {
    const level = readLevel(given);
    if (!/^[1-9]\d{0,8}$/.test(scalarText(group) ?? '') || level === undefined) return undefined;
    levels.set(Number(group), level);
  }
  return levels;
}

/** Sets the level of a group. @returns null if no group is left */
export function withLevel(permissions: PermissionMap | null, group: number, level: PermissionLevel): PermissionMap | null {
  const changed = new Map(permissions ?? []);
  if (level === 0) changed.delete(group);
  else changed.set(group, level);
  return changed.size > 0 ? changed : null;
}

function entriesOf(value: unknown): Iterable<readonly [unknown, unknown]> | undefined {
  if (value instanceof Map) return value;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
}

/** Retains the order of the text. Objects sort integer-like keys, hence the temporary letter before each key. */
function entriesOfText(text: string): Iterable<readonly [string, unknown]> | undefined {
  if (!entriesOf(parseJson(text))) return undefined;
  const marked = text.replace(/("(?:[^"\\]|\\.)*")(\s*:)?/g, (all, key: string, colon?: string) =>
    colon === undefined ? all : `"k${key.slice(1)}${colon}`,
  );
  return [...(entriesOf(parseJson(marked)) ?? [])].map(([key, value]) => [String(key).slice(1), value]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
