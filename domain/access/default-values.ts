import { addressFields } from '../address/address.js';
import { kinds } from '../catalog/kinds.js';
import { IpamError } from '../errors.js';
import type { FieldSet } from '../fields/field.js';
import type { Kind, KindRecord } from '../fields/kind.js';
import { sectionFields } from '../section/section.js';
import { subnetFields } from '../subnet/subnet.js';
import type { Settings } from './settings.js';

const fieldSets: readonly FieldSet[] = [
  sectionFields,
  subnetFields,
  addressFields,
  ...Object.values(kinds).map(({ fields }) => fields),
];

const key = (kind: string, id: number): string => `${kind} ${id}`;

const fixed = new Set(
  fieldSets.flatMap((fields) =>
    Object.values(fields).flatMap((field) => {
      if (field.type !== 'reference') return [];
      const { kind, onDelete } = field.ref;
      const moved = typeof onDelete === 'object' ? [key(kind, onDelete.moveTo)] : [];
      return field.default ? [...moved, key(kind, field.default)] : moved;
    }),
  ),
);

/** Whether a record is the default of a reference field, or replaces deleted references. Such records cannot be deleted. */
export const isFallback = (kind: string, id: number, { subnetScanAgent, subnetState }: Settings['defaults']): boolean =>
  fixed.has(key(kind, id)) || (kind === 'scanAgent' && id === subnetScanAgent) || (kind === 'tag' && id === subnetState);

/** @param values required for kinds with locked records @throws IpamError kind.inUse for isFallback and for locked records */
export function refuseDeletion(
  { name, isLocked }: Kind,
  { id, values }: Pick<KindRecord, 'id'> & Partial<Pick<KindRecord, 'values'>>,
  defaults: Settings['defaults'],
): void {
  if (isFallback(name, id, defaults) || (values && isLocked?.(values))) throw new IpamError('kind.inUse', { kind: name, id });
}
