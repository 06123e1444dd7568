import { isKindName, isOpenKind, type OpenKind, openKindNames } from '../catalog/kinds.js';

/** Lowest first. Records of a kind with level `none` are hidden. */
export const kindLevels = ['none', 'read', 'write'] as const;
export type KindLevel = (typeof kindLevels)[number];

/** Kinds within subnets have no levels of their own. */
export const hasKindLevel = (record: string): record is OpenKind => isKindName(record) && isOpenKind(record);

export const ofEachOpenKind = <T>(make: (kind: OpenKind) => T): Readonly<Record<OpenKind, T>> =>
  Object.fromEntries(openKindNames.map((kind) => [kind, make(kind)])) as Record<OpenKind, T>; // openKindNames is complete

export type KindLevels = Readonly<Record<OpenKind, KindLevel>>;

/** One level for all kinds, and exceptions in scope notation: `vlan:write`, `rack:none`. */
export interface LevelDefinition {
  readonly inventory: KindLevel;
  readonly levels?: readonly string[];
}

export const isAtLeast = (level: KindLevel, needed: KindLevel): boolean =>
  kindLevels.indexOf(level) >= kindLevels.indexOf(needed);

export const higherLevel = (one: KindLevel, other: KindLevel): KindLevel => (isAtLeast(one, other) ? one : other);

export const kindLevelTexts: readonly string[] = openKindNames.flatMap((kind) => kindLevels.map((level) => `${kind}:${level}`));

export function exceptionFor(levels: readonly string[], kind: OpenKind): KindLevel | undefined {
  const text = levels.find((each) => each.startsWith(`${kind}:`));
  return kindLevels.find((level) => text === `${kind}:${level}`);
}

export const levelsByKind = ({ inventory, levels = [] }: LevelDefinition): KindLevels =>
  levels.length === 0 ? uniform[inventory] : ofEachOpenKind((kind) => exceptionFor(levels, kind) ?? inventory);

const uniform: Readonly<Record<KindLevel, KindLevels>> = {
  none: ofEachOpenKind(() => 'none'),
  read: ofEachOpenKind(() => 'read'),
  write: ofEachOpenKind(() => 'write'),
};

export const inKindOrder = (levels: readonly string[]): string[] => kindLevelTexts.filter((text) => levels.includes(text));

/** The problem as the end of a sentence; undefined for a valid list. */
export function problemWithLevels(levels: readonly string[]): string | undefined {
  const unknown = levels.find((text) => !kindLevelTexts.includes(text));
  if (unknown !== undefined)
    return `contain ${JSON.stringify(unknown)}; known are KIND:none, KIND:read, KIND:write with the kinds ${openKindNames.join(', ')}`;
  const [twice] = openKindNames.filter((kind) => levels.filter((text) => text.startsWith(`${kind}:`)).length > 1);
  return twice === undefined ? undefined : `contain the kind ${twice} more than once`;
}

/** `write` or `none` if the levels of all kinds are equal, else `read`. */
export function levelSummary(levels: KindLevels): KindLevel {
  const distinct = new Set(Object.values(levels));
  const [only = 'read'] = distinct;
  return distinct.size === 1 ? only : 'read';
}
