import type { CustomCondition } from '../../../application/ports/inventory.js';
import type { CustomValues } from '../../../domain/fields/field.js';
import { foldCase } from '../../../domain/listing/text-match.js';

export function hasCustom(
  { custom }: { readonly custom: CustomValues },
  { field, value, ignoresCase }: CustomCondition,
): boolean {
  if (!Object.hasOwn(custom, field)) return false;
  const stored = custom[field];
  if (!ignoresCase || typeof stored !== 'string' || typeof value !== 'string') return stored === value;
  return foldCase(stored) === foldCase(value);
}
