import type { Application } from '../../../../application/index.js';
import type { CustomFieldOwner } from '../../../../domain/fields/custom-field.js';
import type { PlainAnswer } from '../../answer.js';
import { RequestError } from '../../request-error.js';

/** Returns the definitions of custom fields by name. @throws `whenEmpty` without definitions */
export async function describeCustomFields(
  application: Application,
  owner: CustomFieldOwner,
  whenNone: RequestError = new RequestError('path.noCustomFields'),
): Promise<PlainAnswer> {
  const fields = await application.directory.customFields(owner);
  if (fields.length === 0) throw whenNone;
  const described = fields.map((field) => [
    field.name,
    { name: field.name, type: field.type, Comment: field.comment, Null: field.nullable ? 'YES' : 'NO', Default: field.default },
  ]);
  return { data: Object.fromEntries(described) };
}
