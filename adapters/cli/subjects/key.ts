import type { ListedKey } from '../../../application/access/administration/key-writes.js';
import { commandLineCaller } from '../../../application/caller.js';
import { keyChangeFields, keyFields, rotationFields } from '../../../domain/access/access-key-fields.js';
import { optional, optionsOf } from '../field-options.js';
import { action, type Subject, text } from '../grammar.js';

const { name: _name, ...given } = keyFields;
const days = 'days until the key expires; 0: never, if the settings allow it';
const words = {
  scopes: 'rights of the key, e.g. address:read,subnet:read,allocate',
  sections: 'IDs of sections to which the key is limited',
  subnets: 'IDs of subnets to which the key is limited',
  networks: 'networks of clients that may use the key, e.g. 10.0.0.0/8',
  'limits.requestsPerMinute': ['requests', 'largest number of requests per minute'],
  'limits.allocationsPerMinute': ['allocations', 'largest number of allocations per minute'],
  days,
} as const;
const options = optionsOf(given, { ...words, user: 'the service account whose key it is' });

type Given = Readonly<Record<string, unknown>>;

const idsIn = (words: unknown): number[] => [words].flat().map(Number);

/** Ids come as words, and no expiry as 0 days. */
const readGiven = ({ sections, subnets, days: lifetime, ...others }: Given): Given => ({
  ...others,
  ...(sections === undefined ? {} : { sections: idsIn(sections) }),
  ...(subnets === undefined ? {} : { subnets: idsIn(subnets) }),
  ...(lifetime === undefined ? {} : { days: lifetime === 0 ? null : lifetime }),
});

const confirmation = (what: string) => (key: ListedKey) => [
  `key ${key.name} of ${key.user} ${what}`,
  ...(key.key === undefined ? [] : [`key: ${key.key} (it is not shown again)`]),
];

/** Keys: they are made here, and shown when they are made only. */
export const key: Subject = {
  meaning: 'keys of service accounts and users',
  actions: {
    list: action({
      meaning: 'show all keys, without their texts',
      operands: [],
      options: [text('user', 'only keys of this user or service account')],
      run: (access, { options: { user: owner } }) =>
        access.keys.list(commandLineCaller, typeof owner === 'string' ? owner : undefined),
      columns: ['id', 'user', 'name', 'scopes', 'sections', 'subnets', 'networks', 'expires', 'lastUsed'],
    }),
    add: action({
      meaning: 'create a key of a service account; it is shown once',
      operands: ['NAME'],
      options,
      run: (access, { operands: [name = ''], options: { user, ...own } }) =>
        access.keys.add(commandLineCaller, String(user), { ...readGiven(own), name }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change a key of a service account; the key itself stays',
      operands: ['ID'],
      options: optional(optionsOf(keyChangeFields, words)),
      run: (access, { operands: [id = ''], options: own }) => access.keys.set(commandLineCaller, id, readGiven(own)),
      lines: confirmation('changed'),
    }),
    rotate: action({
      meaning: 'replace a key of a service account; the old key stays valid for some days',
      operands: ['ID'],
      options: optionsOf(rotationFields, {
        days,
        keepDays: 'days for which the old key stays valid; default: 7; 0 ends it at once',
      }),
      run: (access, { operands: [id = ''], options: own }) => access.keys.rotate(commandLineCaller, id, readGiven(own)),
      lines: confirmation('replaced'),
    }),
    remove: action({
      meaning: 'revoke a key',
      operands: ['ID'],
      options: [],
      run: (access, { operands: [id = ''] }) => access.keys.remove(commandLineCaller, id),
      lines: confirmation('revoked'),
    }),
  },
};
