import { scalarText } from '../scalar-text.js';

/** 0 none, 1 read, 2 write addresses, 3 also change the object itself. */
export type PermissionLevel = 0 | 1 | 2 | 3;

/** Levels by group id, in the order of the input. Absent groups have level 0. */
export type PermissionMap = ReadonlyMap<number, PermissionLevel>;

export const isPermissionMap = (value: unknown): value is PermissionMap => value instanceof Map;

const parsedLevels = [0, 1, 2, 3] as const satisfies readonly PermissionLevel[];

/** Reads a number or digit. Undefined for any other value. */
export function readPermissionLevel(value: unknown): PermissionLevel | undefined {
  const text = scalarText(value);
  return parsedLevels.find((level) => String(level) === text);
}

/**
 * Reads a Map, an object, or the JSON text of an object, e.g. {"3":"2","2":1}. The last of duplicate groups in a text takes
 * precedence. Returns null for an empty value, undefined for an invalid group id or level.
 * @param readLevel reads levels in other notations
 */
export function readPermissionMap(value: unknown, readLevel = readPermissionLevel): PermissionMap | null | undefined {
  if (value === null || value === undefined || value === '') return null;
  const entries = typeof value === 'string' ? entriesOfText(value) : entriesOf(value);
  if (!entries) return undefined;
  const levels = new Map<number, PermissionLevel>();
  for (const [group, value] of entries) {
    const level = readLevel(value);
    if (!/^[1-9]\d{0,8}$/.test(scalarText(group) ?? '') || level === undefined) return undefined;
    levels.set(Number(group), level);
  }
  return levels;
}

/** Level 0 removes the group. Returns null if no group remains. */
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

/** Preserves the order of the text. Objects sort integer-like keys: each key gets a temporary letter. */
function entriesOfText(text: string): Iterable<readonly [string, unknown]> | undefined {
  if (!entriesOf(parseJson(text))) return undefined;
  const quoted = text.replace(/("(?:[^"\\]|\\.)*")(\s*:)?/g, (all, key: string, colon?: string) =>
    colon === undefined ? all : `"k${key.slice(1)}${colon}`,
  );
  return [...(entriesOf(parseJson(quoted)) ?? [])].map(([key, value]) => [String(key).slice(1), value]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
