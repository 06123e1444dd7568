import type { CustomCondition } from '../../application/ports/inventory.js';
import type { CustomValues } from '../../domain/catalog/field.js';

/** Whether a record has exactly this value of a custom field. */
export const hasCustom = ({ custom }: { readonly custom: CustomValues }, { field, value }: CustomCondition): boolean =>
  Object.hasOwn(custom, field) && custom[field] === value;
