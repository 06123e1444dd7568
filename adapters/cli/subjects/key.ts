import type { ListedKey } from '../../../application/access/administration/key-writes.js';
import { commandLineCaller } from '../../../application/caller.js';
import { keyChangeFields, keyFields, rotationFields } from '../../../domain/access/access-key-fields.js';
import { optional, optionsOf } from '../field-options.js';
import { action, type Subject, text } from '../grammar.js';

const { name: _name, ...given } = keyFields;
const days = 'days until the key expires; 0: never, where settings allow that';
const words = {
  scopes: 'what the key may do, e.g. address:read,subnet:read,allocate',
  sections: 'only these sections, by id, with what is in them',
  subnets: 'only these subnets, by id, with what is below them',
  networks: 'only clients in these networks, e.g. 10.0.0.0/8',
  'limits.requestsPerMinute': ['requests', 'largest number of requests in a minute'],
  'limits.allocationsPerMinute': ['allocations', 'largest number of allocations in a minute'],
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
      meaning: 'show all keys, without the keys themselves',
      operands: [],
      options: [text('user', 'only those of this user or service account')],
      run: (access, { options: { user: owner } }) =>
        access.keys.list(commandLineCaller, typeof owner === 'string' ? owner : undefined),
      columns: ['id', 'user', 'name', 'scopes', 'sections', 'subnets', 'networks', 'expires', 'lastUsed'],
    }),
    add: action({
      meaning: 'make a key of a service account, which is shown once',
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
      meaning: 'make a new key in the place of one of a service account; the old one works for some days more',
      operands: ['ID'],
      options: optionsOf(rotationFields, {
        days,
        keepDays: 'days for which the old key still works; 7 by default, 0 ends it at once',
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
