import type { AccessAdministration } from '../../../application/access/administration/index.js';
import type { KeyAdministration, ListedKey } from '../../../application/access/administration/key-administration.js';
import type { Caller } from '../../../application/caller.js';
import type { Application } from '../../../application/index.js';
import { keyChangeFields, keyFields, ownKeyFields, rotationFields } from '../../../domain/access/access-key.js';
import { recentAuthenticationMinutes } from '../../../domain/access/access-token.js';
import { scalarText } from '../../../domain/scalar-text.js';
import type { PlainAnswer } from '../answer.js';
import type { Controller, Route } from '../api-request.js';
import { type RouteDoc, shows } from '../openapi/docs.js';
import { listOf, type Schema } from '../openapi/schema.js';
import type { WireObject } from '../wire/wire-value.js';
import { memberInputSchemas, memberOutputSchemas, requiredIn } from './admin/member-schemas.js';
import { readMembers, showMembers } from './admin/members.js';
import { confirmed } from './common/answers.js';
import { reading, writing } from './route.js';

const secret: Schema = { description: 'The key itself. Only the response that creates it contains it.', type: 'string' };
const keySchema = memberOutputSchemas(keyFields);
const newKeySchema = memberOutputSchemas(keyFields, { key: secret }, 'key');
const keyPath = {
  id: {
    description: 'ID of the key.',
    type: 'string',
    minLength: 1,
    examples: ['0123456789ab'],
  },
} as const;

const refusals = ['provision.invalid', 'account.proofOutdated'] as const;
const needsProof = `A session needs a proof of the last ${recentAuthenticationMinutes} minutes.`;

const keyDocs = (keysPath: string, isOwn: boolean) =>
  ({
    list: {
      id: isOwn ? 'listOwnKeys' : 'listKeys',
      summary: isOwn ? 'List your own keys' : 'List keys',
      text: 'Ordered by user and name, including expired keys. The ID of a key is the beginning of its digest, which does not authenticate.',
      ...(isOwn ? {} : { query: { user: { description: 'Only keys of this user or service account.', type: 'string' } } }),
      answer: shows(listOf(keySchema)),
      errors: isOwn ? [] : ['administration.unknown'],
    },
    add: {
      id: isOwn ? 'createOwnKey' : 'createKey',
      summary: isOwn ? 'Create your own key' : 'Create a key of a service account',
      text: `Only this response contains the key. A key never has more permissions than its owner. ${needsProof}`,
      input: {
        members: memberInputSchemas(isOwn ? ownKeyFields : keyFields, 'create'),
        required: requiredIn(isOwn ? ownKeyFields : keyFields),
      },
      answer: { shows: 'created', opens: keysPath, message: 'Key created', data: newKeySchema, isNamed: true },
      errors: [...refusals, 'administration.exists', ...(isOwn ? [] : (['administration.unknown'] as const))],
    },
    set: {
      id: isOwn ? 'updateOwnKey' : 'updateKey',
      summary: isOwn ? 'Change a key of your own' : 'Change a key of a service account',
      text: `Members that are not in the request, and the key itself, do not change. The expiry is limited to the longest lifetime since the creation of the key. ${needsProof}`,
      path: keyPath,
      input: { members: memberInputSchemas(keyChangeFields, 'change') },
      answer: { shows: 'plain', message: 'Key changed', data: keySchema },
      errors: [...refusals, 'administration.unknown', 'administration.exists'],
    },
    rotate: {
      id: isOwn ? 'rotateOwnKey' : 'rotateKey',
      summary: 'Replace a key by a new one',
      text: `The new key has the same name, scopes, networks and limits. The replaced key remains valid for \`keepDays\`. ${needsProof}`,
      path: keyPath,
      input: { members: memberInputSchemas(rotationFields, 'create') },
      answer: { shows: 'created', opens: keysPath, message: 'Key created', data: newKeySchema, isNamed: true },
      errors: [...refusals, 'administration.unknown'],
    },
    remove: {
      id: isOwn ? 'revokeOwnKey' : 'revokeKey',
      summary: 'Revoke a key',
      text: 'Takes effect immediately in the process that answers, and within a second in others.',
      path: keyPath,
      answer: { shows: 'plain', message: 'Key revoked' },
      errors: ['administration.unknown'],
    },
  }) as const satisfies Readonly<Record<string, RouteDoc>>;

/** /keys/: the caller's keys. They are not below /user/, where every POST signs in. */
export const keysController = ({ ownKeys }: Application): Controller => ({
  names: ['keys'],
  routes: keyRoutes({
    isOwn: true,
    keys: ownKeys,
    list: (caller) => ownKeys.list(caller),
    add: (caller, input) => ownKeys.add(caller, input),
  }),
});

/** /admin/keys: the keys of all users, and new keys of service accounts. */
export const managedKeyRoutes = ({ keys }: AccessAdministration): Route[] =>
  keyRoutes({
    isOwn: false,
    keys,
    list: (caller, user) => keys.list(caller, user),
    add: (caller, { user, ...input }) => keys.add(caller, scalarText(user) ?? '', input),
  });

interface Keys {
  /** Whether the routes are those of the caller's keys. */
  readonly isOwn: boolean;
  readonly keys: Pick<KeyAdministration, 'set' | 'rotate' | 'remove'>;
  readonly list: (caller: Caller, user: string | undefined) => Promise<readonly ListedKey[]>;
  readonly add: (caller: Caller, input: ReturnType<typeof readMembers>) => Promise<ListedKey>;
}

function keyRoutes({ isOwn, keys, list, add }: Keys): Route[] {
  const [base, keysPath, access] = isOwn ? (['', 'keys', 'ownKeys'] as const) : (['/keys', 'admin/keys', 'administer'] as const);
  const docs = keyDocs(keysPath, isOwn);
  const [get, route] = [reading(access), writing(access)];
  return [
    get(base || '/', docs.list, async ({ caller, parameters: { user } }) => ({
      data: (await list(caller, scalarText(user) || undefined)).map(shownKey),
      isLong: true,
    })),
    route('POST', `${base}/:id/rotate`, docs.rotate, ({ parameters, path: { id = '' }, write }) =>
      write((caller) => keys.rotate(caller, id, readMembers(rotationFields, parameters)), madeKey(keysPath)),
    ),
    route('POST', base || '/', docs.add, ({ parameters, write }) =>
      write((caller) => add(caller, readMembers(keyFields, parameters)), madeKey(keysPath)),
    ),
    route('PATCH', `${base}/:id`, docs.set, ({ parameters, path: { id = '' }, write }) =>
      write(
        (caller) => keys.set(caller, id, readMembers(keyChangeFields, parameters)),
        (key) => ({ message: 'Key changed', data: shownKey(key) }),
      ),
    ),
    route('DELETE', `${base}/:id`, docs.remove, ({ path: { id = '' }, write }) =>
      write((caller) => keys.remove(caller, id), confirmed('Key revoked')),
    ),
  ];
}

const shownKey = (key: ListedKey): WireObject => showMembers(keyFields, key);

/** Answer for a new key. No other answer contains the key. @param path path of keys, e.g. `keys` */
const madeKey =
  (path: string) =>
  (made: ListedKey): PlainAnswer => ({
    status: 201,
    message: 'Key created',
    data: shownKey(made),
    ...(made.key === undefined ? {} : { newSecrets: { key: made.key } }),
    location: `${path}/${made.id}/`,
  });
