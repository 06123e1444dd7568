import { keyChangeFields, keyFields, ownKeyFields, rotationFields } from '../../../../domain/access/access-key-fields.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, type Schema } from '../../openapi/schema.js';
import { memberInputSchemas, memberOutputSchemas, requiredIn } from './member-schemas.js';

const key: Schema = { description: 'The key itself, when it was made just now: it is not shown again.', type: 'string' };
const shown = memberOutputSchemas(keyFields);
const made = memberOutputSchemas(keyFields, { key }, 'key');
const path = {
  id: {
    description: 'The id of the key, as lists show it.',
    type: 'string',
    minLength: 1,
    examples: ['0123456789ab'],
  },
} as const;

/** What is told of the routes of keys. @param place of keys in paths @param isOwn whether they are those of the user who asks */
export const keyDocs = (place: string, isOwn: boolean) =>
  ({
    list: {
      summary: isOwn ? 'All keys of your own' : 'All keys',
      text: 'By user and name. Expired keys are among them. A key is known by the beginning of its digest, which lets nobody in.',
      ...(isOwn ? {} : { query: { user: { description: 'Only those of this user or service account.', type: 'string' } } }),
      answer: shows(listOf(shown)),
      errors: isOwn ? ['permission.denied'] : ['permission.denied', 'administration.unknown'],
    },
    add: {
      summary: isOwn ? 'Make a key of your own' : 'Make a key of a service account',
      text: 'The key is in this answer and in no other one. It never has more rights than its owner.',
      input: {
        members: memberInputSchemas(isOwn ? ownKeyFields : keyFields, 'create'),
        required: requiredIn(isOwn ? ownKeyFields : keyFields),
      },
      answer: { shows: 'created', opens: place, message: 'Key created', data: made, isNamed: true },
      errors: ['provision.invalid', 'administration.exists', ...(isOwn ? [] : (['administration.unknown'] as const))],
    },
    set: {
      summary: isOwn ? 'Change a key of your own' : 'Change a key of a service account',
      text: 'Members that are not given stay. The key itself stays. The expiry ends at the latest with the longest lifetime since the key was made.',
      path,
      input: { members: memberInputSchemas(keyChangeFields, 'change') },
      answer: { shows: 'plain', message: 'Key changed', data: shown },
      errors: ['provision.invalid', 'administration.unknown', 'administration.exists'],
    },
    rotate: {
      summary: 'Replace a key by a new one',
      text: 'The new key has the same name, scopes, networks and limits. The replaced key works for some days more.',
      path,
      input: { members: memberInputSchemas(rotationFields, 'create') },
      answer: { shows: 'created', opens: place, message: 'Key created', data: made, isNamed: true },
      errors: ['provision.invalid', 'administration.unknown'],
    },
    remove: {
      summary: 'Revoke a key',
      text: 'At once in the process that answers, in others within a second.',
      path,
      input: { others: {} },
      answer: { shows: 'plain', message: 'Key revoked' },
      errors: ['administration.unknown'],
    },
  }) as const satisfies Readonly<Record<string, RouteDoc>>;
