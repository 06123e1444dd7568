import type { ListedKey } from '../../../application/access/administration/key-writes.js';
import { commandLineCaller } from '../../../application/caller.js';
import { action, integer, list, type Option, required, type Subject, text } from '../grammar.js';

const user = text('user', 'the service account whose key it is');
const days = integer('days', 'days until the key expires; 0: never, where settings allow that');
const options: readonly Option[] = [
  list('sections', 'only these sections, by id, with what is in them'),
  list('subnets', 'only these subnets, by id, with what is below them'),
  list('networks', 'only clients in these networks, e.g. 10.0.0.0/8'),
  integer('requests', 'largest number of requests in a minute', 'limits.requestsPerMinute'),
  integer('allocations', 'largest number of allocations in a minute', 'limits.allocationsPerMinute'),
  days,
];

type Given = Readonly<Record<string, unknown>>;

const idsIn = (words: unknown): number[] => [words].flat().map(Number);

/** Ids come as words, and no expiry as 0 days. */
const readGiven = ({ sections, subnets, days: given, ...others }: Given): Given => ({
  ...others,
  ...(sections === undefined ? {} : { sections: idsIn(sections) }),
  ...(subnets === undefined ? {} : { subnets: idsIn(subnets) }),
  ...(given === undefined ? {} : { days: given === 0 ? null : given }),
});

const confirmation = (what: string) => (key: ListedKey) => [
  `key ${key.name} of ${key.user} ${what}`,
  ...(key.key === undefined ? [] : [`key: ${key.key} (it is not shown again)`]),
];

/** Keys: they are made here, and shown when they are made only. */
export const key: Subject = {
  meaning: 'keys of service accounts and users',
  missing: 'keys stay as they are: they can be listed, added, rotated and removed',
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
      options: [
        required(user),
        required(list('scopes', 'what the key may do, e.g. address:read,subnet:read,allocate')),
        ...options,
      ],
      run: (access, { operands: [name = ''], options: { user: owner, ...given } }) =>
        access.keys.add(commandLineCaller, String(owner), { ...readGiven(given), name }),
      lines: confirmation('added'),
    }),
    rotate: action({
      meaning: 'make a new key in the place of one of a service account; the old one works for some days more',
      operands: ['ID'],
      options: [days, integer('keep-days', 'days for which the old key still works; 7 by default, 0 ends it at once')],
      run: (access, { operands: [id = ''], options: given }) => access.keys.rotate(commandLineCaller, id, readGiven(given)),
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
