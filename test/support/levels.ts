import type { PermissionLevel, PermissionMap } from '../../domain/fields/permission-map.js';

/** A permission map, groups ascending: levels({ 2: 3, 3: 1 }). Another order needs a Map. */
export const levels = (byGroup: Readonly<Record<number, PermissionLevel>>): PermissionMap =>
  new Map(Object.entries(byGroup).map(([group, level]) => [Number(group), level]));
