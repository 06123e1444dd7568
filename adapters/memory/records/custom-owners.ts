import type { CustomFieldOwner } from '../../../domain/catalog/custom-field.js';
import type { Kind } from '../../../domain/catalog/kind.js';
import { type KindName, kinds } from '../../../domain/catalog/kinds.js';
import type { OwnerName } from './owners.js';

/** What carries the custom fields of each sort. */
const ownerOf = new Map<CustomFieldOwner, OwnerName>([
  ['sections', 'section'],
  ['subnets', 'subnet'],
  ['addresses', 'address'],
  ...Object.values(kinds).flatMap(({ name, customFields }: Kind): [CustomFieldOwner, OwnerName][] =>
    customFields ? [[customFields, name as KindName]] : [],
  ),
]);

/** What carries the custom fields of a sort. */
export function ownerOfCustom(on: CustomFieldOwner): OwnerName {
  const owner = ownerOf.get(on);
  if (!owner) throw new Error(`nothing carries custom fields of ${on}`);
  return owner;
}
