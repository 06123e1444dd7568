import { versionOfMembers } from '../../../../application/access/administration/requirements.js';
import type { Caller } from '../../../../application/caller.js';
import { IpamError } from '../../../../domain/errors.js';
import type { AdministeredFields } from '../../../../domain/fields/administered-field.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { Access, ApiRequest, Route } from '../../api-request.js';
import type { MappableCode } from '../../error-mapping.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { flagInput, listOf, type Schema } from '../../openapi/schema.js';
import { confirmed } from '../common/answers.js';
import { showsTagged } from '../common/docs.js';
import { reading, writing } from '../route.js';
import { memberInputSchemas, memberOutputSchemas, requiredIn, withoutNumber } from './member-schemas.js';
import { readMembers, refuseUnheeded, showMembers } from './members.js';

/** A resource of administration: its names, its use-cases and its documentation. */
export interface Resource<R extends object> {
  /** Path segment, e.g. `users`. */
  readonly word: string;
  /** Singular for messages, errors and documentation, e.g. `user`. */
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
  readonly secret?: { readonly name: keyof R & string; readonly meaning: string };
  readonly path: Readonly<Record<string, Schema>>;
  readonly addText?: string;
  readonly setText?: string;
  readonly removeText: string;
  readonly addErrors?: readonly MappableCode[];
  readonly setErrors?: readonly MappableCode[];
  readonly removeErrors?: readonly MappableCode[];
}

type MemberInput = Readonly<Record<string, unknown>>;
/** The key of a record, in the order of `keys`. */
type Key = readonly [first: string, second: string];

/** Use-cases of records whose key is one name. */
interface NamedRecords<R> {
  list(caller: Caller): Promise<readonly R[]>;
  set(caller: Caller, name: string, changes: MemberInput, renews: boolean): Promise<R>;
  remove(caller: Caller, name: string): Promise<R>;
}

export const named = <R extends object>(records: NamedRecords<R>): Pick<Resource<R>, 'list' | 'set' | 'remove'> => ({
  list: (caller) => records.list(caller),
  set: (caller, [name], changes, renews) => records.set(caller, name, changes, renews),
  remove: (caller, [name]) => records.remove(caller, name),
});

function docsOf<R extends object>({ word, what, members, path, secret, ...further }: Resource<R>) {
  const withArticle = `${what.startsWith('a') ? 'an' : 'a'} ${what}`;
  const name = what.replace(/(?:^|[ -])(\w)/g, (_, letter: string) => letter.toUpperCase());
  const made = secret ? { [secret.name]: { type: 'string', description: secret.meaning } } : {};
  const shown = memberOutputSchemas(members, made, ...Object.keys(made));
  const tried = memberOutputSchemas(withoutNumber(members), made, ...Object.keys(made));
  const listed = memberOutputSchemas({ ...members, ...further.listed });
  return {
    list: {
      id: `list${name}s`,
      summary: `List ${what}s`,
      text: `Returns all ${what}s.`,
      answer: shows(listOf(listed)),
    },
    read: {
      id: `get${name}`,
      summary: `Retrieve ${withArticle}`,
      text: 'Selects the record by its name.',
      path,
      answer: showsTagged(listed),
      errors: ['administration.unknown'],
    },
    add: {
      id: `create${name}`,
      summary: `Create ${withArticle}`,
      text: further.addText ?? `Creates ${withArticle} with the members of the request. Other members get their defaults.`,
      input: { members: memberInputSchemas(members, 'create'), required: requiredIn(members) },
      answer: {
        shows: 'created',
        opens: `admin/${word}`,
        message: `${capital(what)} created`,
        data: shown,
        dryRunData: tried,
        isNamed: true,
      },
      errors: ['provision.invalid', 'administration.exists', ...(further.addErrors ?? [])],
    },
    set: {
      id: `update${name}`,
      summary: `Update ${withArticle}`,
      text: `Members that are not in the request do not change. ${further.setText ?? ''}`.trim(),
      path,
      input: { members: { ...memberInputSchemas(members, 'change'), ...(secret ? renewalInput : {}) } },
      answer: { shows: 'plain', message: `${capital(what)} updated`, data: shown },
      errors: ['provision.invalid', 'administration.unknown', ...(further.setErrors ?? [])],
    },
    remove: {
      id: `delete${name}`,
      summary: `Delete ${withArticle}`,
      text: further.removeText,
      path,
      answer: { shows: 'plain', message: `${capital(what)} deleted` },
      errors: ['administration.unknown', ...(further.removeErrors ?? [])],
    },
  } as const satisfies Readonly<Record<string, RouteDoc>>;
}

const renewal: AdministeredFields = { newSecret: { type: 'flag', meaning: 'Whether a new secret replaces the old one.' } };
const renewalInput: Readonly<Record<string, Schema>> = {
  newSecret: flagInput('Whether a new secret replaces the old one. The response shows it once.', ''),
};

export function resourceRoutes<R extends object>(resource: Resource<R>): Route[] {
  const { word, members, keys, access = { read: 'administer', write: 'administer' } } = resource;
  const docs = docsOf(resource);
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
  refuseUnheeded(receiving(resource, [first, second]), parameters);
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
  refuseUnheeded({ ...receiving(resource, key), fixed }, parameters);
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

/** Names of the key's segments in paths. */
const pathNames = ['name', 'second'] as const;

const keyOf = ({ name = '', second = '' }: ApiRequest['path']): Key => [name, second];

const receiving = <R extends object>({ what, members, secret }: Resource<R>, key: Key) => ({
  label: `${what} ${nameOf(key)}`.trim(),
  members,
  secret: secret?.name,
});

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
  const made = secret && record[secret.name];
  return !secret || made === undefined ? {} : { newSecrets: { [secret.name]: String(made) } };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
