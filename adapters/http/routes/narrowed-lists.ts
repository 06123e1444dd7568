import type { Application } from '../../../application/index.js';
import type { CustomCondition } from '../../../application/ports/inventory.js';
import { type CustomFieldOwner, definitionOf } from '../../../domain/catalog/custom-field.js';
import type { RecordsAnswer } from '../answer.js';
import type { WireRecord } from '../wire/wire-value.js';

/** A text that filters compare as a number: other texts of the same value pass too. */
const comparedAsNumber = /^\s*[+-]?\.?\d/;

/**
 * Lets filters of a list find values of custom fields by an index.
 * @param list reads the list with only the records that have a value of a custom field
 */
export function narrowedByCustomFields(
  application: Application,
  on: CustomFieldOwner,
  list: (custom: CustomCondition) => AsyncIterable<WireRecord> | Promise<AsyncIterable<WireRecord>>,
): NonNullable<RecordsAnswer['narrowed']> {
  return async (name, text) => {
    const fields = await application.directory.customFields(on);
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) return undefined;
    const isNumber = ['integer', 'flag'].includes(definitionOf(field)?.type ?? '');
    if (!isNumber && comparedAsNumber.test(text)) return undefined;
    const custom = application.customFields.condition(field, text);
    return custom && list(custom);
  };
}
