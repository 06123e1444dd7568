import { keyChangeFields, keyFields, ownKeyFields, rotationFields } from '../../../../domain/access/access-key.js';
import { recentAuthenticationMinutes } from '../../../../domain/access/access-token.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, type Schema } from '../../openapi/schema.js';
import { memberInputSchemas, memberOutputSchemas, requiredIn } from './member-schemas.js';

const key: Schema = { description: 'The key itself. Only the response that creates it contains it.', type: 'string' };
const shown = memberOutputSchemas(keyFields);
const made = memberOutputSchemas(keyFields, { key }, 'key');
const path = {
  id: {
    description: 'ID of the key.',
    type: 'string',
    minLength: 1,
    examples: ['0123456789ab'],
  },
} as const;

const refusals = ['provision.invalid', 'account.proofOutdated'] as const;
const needsProof = `A session needs a proof of the last ${recentAuthenticationMinutes} minutes.`;

export const keyDocs = (keysPath: string, isOwn: boolean) =>
  ({
    list: {
      id: isOwn ? 'listOwnKeys' : 'listKeys',
      summary: isOwn ? 'List your own keys' : 'List keys',
      text: 'Ordered by user and name, including expired keys. The ID of a key is the beginning of its digest, which does not authenticate.',
      ...(isOwn ? {} : { query: { user: { description: 'Only keys of this user or service account.', type: 'string' } } }),
      answer: shows(listOf(shown)),
      errors: isOwn ? ['permission.denied'] : ['permission.denied', 'administration.unknown'],
    },
    add: {
      id: isOwn ? 'createOwnKey' : 'createKey',
      summary: isOwn ? 'Create your own key' : 'Create a key of a service account',
      text: `Only this response contains the key. A key never has more permissions than its owner. ${needsProof}`,
      input: {
        members: memberInputSchemas(isOwn ? ownKeyFields : keyFields, 'create'),
        required: requiredIn(isOwn ? ownKeyFields : keyFields),
      },
      answer: { shows: 'created', opens: keysPath, message: 'Key created', data: made, isNamed: true },
      errors: [...refusals, 'administration.exists', ...(isOwn ? [] : (['administration.unknown'] as const))],
    },
    set: {
      id: isOwn ? 'updateOwnKey' : 'updateKey',
      summary: isOwn ? 'Change a key of your own' : 'Change a key of a service account',
      text: `Members that are not in the request, and the key itself, do not change. The expiry is limited to the longest lifetime since the creation of the key. ${needsProof}`,
      path,
      input: { members: memberInputSchemas(keyChangeFields, 'change') },
      answer: { shows: 'plain', message: 'Key changed', data: shown },
      errors: [...refusals, 'administration.unknown', 'administration.exists'],
    },
    rotate: {
      id: isOwn ? 'rotateOwnKey' : 'rotateKey',
      summary: 'Replace a key by a new one',
      text: `The new key has the same name, scopes, networks and limits. The replaced key remains valid for \`keepDays\`. ${needsProof}`,
      path,
      input: { members: memberInputSchemas(rotationFields, 'create') },
      answer: { shows: 'created', opens: keysPath, message: 'Key created', data: made, isNamed: true },
      errors: [...refusals, 'administration.unknown'],
    },
    remove: {
      id: isOwn ? 'revokeOwnKey' : 'revokeKey',
      summary: 'Revoke a key',
      text: 'Takes effect immediately in the process that answers, and within a second in others.',
      path,
      input: { others: {} },
      answer: { shows: 'plain', message: 'Key revoked' },
      errors: ['administration.unknown'],
    },
  }) as const satisfies Readonly<Record<string, RouteDoc>>;
