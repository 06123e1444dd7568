import { scalarText } from '../scalar-text.js';

/** 0 none, 1 read, 2 write addresses, 3 also change the object itself. */
export type PermissionLevel = 0 | 1 | 2 | 3;

/** Levels by group id, as sections and subnets carry them; a group that is not named has level 0. */
export type PermissionMap = Readonly<Record<string, PermissionLevel>>;

const levelNames = ['na', 'ro', 'rw', 'rwa'] as const;

/** Wire word of a level. */
export const levelName = (level: PermissionLevel): string => levelNames[level];

/** Reads a level given as number, digit or word (na, ro, rw, rwa). @returns undefined when it is none of these. */
export function readPermissionLevel(value: unknown): PermissionLevel | undefined {
  const text = scalarText(value) ?? '';
  const index = /^[0-3]$/.test(text) ? Number(text) : levelNames.indexOf(text as (typeof levelNames)[number]);
  return index < 0 ? undefined : (index as PermissionLevel);
}

/**
 * Reads a permission map from an object or its JSON text, e.g. {"2":"2","3":1}.
 * @returns null for an empty value, undefined when a key is no group id or a value no level.
 */
export function readPermissionMap(value: unknown): PermissionMap | null | undefined {
  if (value === null || value === undefined || value === '') return null;
  const map = typeof value === 'string' ? parseJson(value) : value;
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return undefined;
  const levels: Record<string, PermissionLevel> = {};
  for (const [group, given] of Object.entries(map)) {
    const level = readPermissionLevel(given);
    if (!/^[1-9]\d{0,8}$/.test(group) || level === undefined) return undefined;
    levels[group] = level;
  }
  return levels;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
