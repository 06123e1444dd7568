import { versionOfMembers } from '../../../../application/access/administration/requirements.js';
import type { Caller } from '../../../../application/caller.js';
import { IpamError } from '../../../../domain/errors.js';
import type { AdministeredFields } from '../../../../domain/fields/administered-field.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { Access, ApiRequest, Route } from '../../api-request.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { confirmed } from '../common/answers.js';
import { reading, writing } from '../route.js';
import { readMembers, refuseUnheeded, showMembers } from './members.js';

/** A resource of administration: its names and its use-case. */
export interface Resource<R extends object> {
  /** Path segment, e.g. `users`. */
  readonly word: string;
  /** Singular for messages and errors, e.g. `user`. */
  readonly what: string;
  readonly members: AdministeredFields;
  /** Additional members in lists. */
  readonly listed?: AdministeredFields;
  /** Access types of routes that read and of routes that write; administration by default. */
  readonly access?: { readonly read: Access; readonly write: Access };
  /** Names of the key members, in the order of the path. */
  readonly keys: readonly string[];
  readonly ignoresCase?: true;
  readonly list: (caller: Caller) => Promise<readonly R[]>;
  readonly add: (caller: Caller, input: MemberInput, key: Key) => Promise<R>;
  /** @param renews whether a new secret replaces the old one */
  readonly set: (caller: Caller, key: Key, changes: MemberInput, renews: boolean) => Promise<R>;
  readonly remove: (caller: Caller, key: Key) => Promise<R>;
  /** The secret member that the service generates. Only the answer to the write that generates a secret contains it. */
  readonly secret?: keyof R & string;
  readonly docs: Readonly<Record<'list' | 'read' | 'add' | 'set' | 'remove', RouteDoc>>;
}

type MemberInput = Readonly<Record<string, unknown>>;
/** The key of a record, in the order of `keys`. */
export type Key = readonly [first: string, second: string];

export function resourceRoutes<R extends object>(resource: Resource<R>): Route[] {
  const { word, members, keys, docs, access = { read: 'administer', write: 'administer' } } = resource;
  const [get, write] = [reading(access.read), writing(access.write)];
  const one = `/${word}/${keys.map((_, index) => `:${pathNames[index]}`).join('/')}`;
  const listed = { ...members, ...resource.listed };
  const secrets = Object.keys(members).filter((name) => members[name]?.hidden && !members[name]?.readOnly);
  return [
    get(`/${word}`, docs.list, async ({ caller }) => ({
      data: (await resource.list(caller)).map((each) => showMembers(listed, each)),
      isLong: true,
    })),
    get(one, docs.read, async ({ caller, path }) => {
      const key = keyOf(path);
      const found = called(resource, await resource.list(caller), key);
      if (!found) throw new IpamError('administration.unknown', { what: resource.what, name: nameOf(key) });
      return { data: showMembers(listed, found), version: () => versionOfMembers(members, found) };
    }),
    { ...write('POST', `/${word}`, docs.add, (request) => add(resource, request)), secrets },
    { ...write('PATCH', one, docs.set, (request) => set(resource, request)), secrets, isVersioned: true },
    {
      ...write('DELETE', one, docs.remove, (request) =>
        request.write((caller) => resource.remove(caller, keyOf(request.path)), confirmed(`${capital(resource.what)} deleted`)),
      ),
      isVersioned: true,
    },
  ];
}

function add<R extends object>(resource: Resource<R>, { parameters, write: writeOnce }: ApiRequest) {
  const input = readMembers(resource.members, parameters);
  const [first = '', second = ''] = resource.keys.map((name) => scalarText(input[name]) ?? '');
  refuseUnheeded({ ...resource, label: labelOf(resource, [first, second]) }, parameters);
  return writeOnce(
    (caller) => resource.add(caller, input, [first, second]),
    (added) => ({
      status: 201 as const,
      message: `${capital(resource.what)} created`,
      data: showMembers(resource.members, added),
      ...newSecrets(resource, added),
      location: `admin/${resource.word}/${keysOf(resource, added).map(encodeURIComponent).join('/')}/`,
    }),
  );
}

function set<R extends object>(resource: Resource<R>, { parameters, path, write: writeOnce }: ApiRequest) {
  const key = keyOf(path);
  const names = Object.fromEntries(resource.keys.map((name, index) => [name, key[index] ?? '']));
  const fixed = { names, ignoresCase: resource.ignoresCase === true };
  refuseUnheeded({ ...resource, label: labelOf(resource, key), fixed }, parameters);
  const { newSecret, ...changes } = readMembers({ ...resource.members, ...renewal }, parameters);
  const renews = resource.secret !== undefined && newSecret === true;
  const all = resource.secret === undefined && newSecret !== undefined ? { ...changes, newSecret } : changes;
  return writeOnce(
    (caller) => resource.set(caller, key, all, renews),
    (changed) => ({
      message: `${capital(resource.what)} updated`,
      data: showMembers(resource.members, changed),
      ...newSecrets(resource, changed),
    }),
  );
}

const renewal: AdministeredFields = { newSecret: { type: 'flag', meaning: 'Whether a new secret replaces the old one.' } };

/** Names of the key's segments in paths. */
const pathNames = ['name', 'second'] as const;

const keyOf = ({ name = '', second = '' }: ApiRequest['path']): Key => [name, second];

const labelOf = ({ what }: { readonly what: string }, key: Key): string => `${what} ${nameOf(key)}`.trim();

const nameOf = (key: Key): string => key.filter((each) => each !== '').join(' ');

const keysOf = <R extends object>({ keys, members }: Resource<R>, record: R): string[] => {
  const shown = showMembers(members, record);
  return keys.map((name) => String(shown[name] ?? ''));
};

/** Returns the record with a key. An exact match takes precedence over one that ignores case. */
function called<R extends object>(resource: Resource<R>, records: readonly R[], key: Key): R | undefined {
  const isSame = (record: R, form: (name: string) => string) =>
    keysOf(resource, record).every((each, index) => form(each) === form(key[index] ?? ''));
  const exact = records.find((record) => isSame(record, String));
  if (exact || !resource.ignoresCase) return exact;
  return records.find((record) => isSame(record, (name) => name.normalize('NFC').toLowerCase()));
}

function newSecrets<R extends object>(
  { secret }: Resource<R>,
  record: R,
): { readonly newSecrets?: Readonly<Record<string, string>> } {
  const made = secret === undefined ? undefined : record[secret];
  return secret === undefined || made === undefined ? {} : { newSecrets: { [secret]: String(made) } };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
