import { kindNames, kindOf } from '../../../domain/catalog/kinds.js';
import type { CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../../domain/fields/custom-value.js';
import type { CustomValues } from '../../../domain/fields/field.js';
import type { OwnerName } from './owners.js';

const ownerOf = new Map<CustomFieldOwner, OwnerName>([
  ['sections', 'section'],
  ['subnets', 'subnet'],
  ['addresses', 'address'],
  ...kindNames.flatMap((name): [CustomFieldOwner, OwnerName][] => {
    const { customFields } = kindOf(name);
    return customFields ? [[customFields, name]] : [];
  }),
]);

/** The value of a custom field; null if unset. The storage contains only values that match the field's definition. */
export const storedValue = (custom: CustomValues, name: string): CustomScalar | null =>
  Object.hasOwn(custom, name) ? ((custom[name] ?? null) as CustomScalar | null) : null;

export function ownerOfCustom(on: CustomFieldOwner): OwnerName {
  const owner = ownerOf.get(on);
  if (!owner) throw new Error(`nothing carries custom fields of ${on}`);
  return owner;
}
