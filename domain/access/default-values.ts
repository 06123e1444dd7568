import { kindNames } from '../catalog/kinds.js';
import { shapeOf } from '../catalog/record-types.js';
import { changedObjects } from '../changes/change.js';
import { IpamError } from '../errors.js';
import type { Kind, KindRecord } from '../fields/kind.js';
import { reservedTag } from '../subnet/usage.js';
import type { Settings } from './settings.js';

const fieldSets = [...changedObjects, ...kindNames].map((type) => shapeOf(type).fields);

const key = (kind: string, id: number): string => `${kind} ${id}`;

/**
 * Records that fields of records refer to by default, or after a deletion; and the tag Reserved, which usage counts and holds need.
 */
const fixed = new Set([
  key('tag', reservedTag),
  ...fieldSets.flatMap((fields) =>
    Object.values(fields).flatMap((field) => {
      if (field.type !== 'reference') return [];
      const { kind, onDelete } = field.ref;
      const moved = typeof onDelete === 'object' ? [key(kind, onDelete.moveTo)] : [];
      return field.default ? [...moved, key(kind, field.default)] : moved;
    }),
  ),
]);

/** The settings that refer to records. */
export type ReferringSettings = Settings['defaults'] & {
  readonly scan?: Pick<Settings['scan'], 'onlineTag' | 'offlineTag' | 'discoveredTag'>;
};

/**
 * Whether a record is the default of a reference field, replaces deleted references, or is named by a setting. Such records cannot
 * be deleted.
 */
export const isFallback = (kind: string, id: number, { subnetScanAgent, subnetState, scan }: ReferringSettings): boolean =>
  fixed.has(key(kind, id)) ||
  (kind === 'scanAgent' && id === subnetScanAgent) ||
  (kind === 'tag' && [subnetState, scan?.onlineTag, scan?.offlineTag, scan?.discoveredTag].includes(id));

/** @param values required for kinds with locked records @throws IpamError kind.inUse for isFallback and for locked records */
export function refuseDeletion(
  { name, isLocked }: Kind,
  { id, values }: Pick<KindRecord, 'id'> & Partial<Pick<KindRecord, 'values'>>,
  settings: ReferringSettings,
): void {
  if (isFallback(name, id, settings) || (values && isLocked?.(values))) throw new IpamError('kind.inUse', { kind: name, id });
}
