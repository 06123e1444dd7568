import {
  appPermissions,
  appSecurities,
  isStrictByDefault,
  needsCode,
  type StoredApp,
  storedCode,
} from '../../../domain/access/app.js';
import { type Group, inventoryRights, roles, type User } from '../../../domain/access/user.js';
import { type CustomField, customFieldOwners, definitionOf } from '../../../domain/fields/custom-field.js';
import { problemWithName } from './custom-field-names.js';
import { type Entry, notBlank } from './entry.js';

/** A group as it is given: without an id it is known by its name. */
export type ProvisionedGroup = Omit<Group, 'id'> & { readonly id?: number };

/** A user as given: groups by name, and the password itself; without one a user keeps what is stored. */
export type ProvisionedUser = Pick<User, 'username' | 'role' | 'inventory' | 'realName' | 'email' | 'disabled' | 'provider'> & {
  readonly groups: readonly string[];
  readonly password: string | null;
};

export const highestId = 2147483647;
const shortText = { max: 255, fallback: '' } as const;
const longText = { max: 65535, fallback: '', lines: true } as const;

/** Members of a group's entry. */
export const groupMembers = ['id', 'name', 'description'] as const;

/** Names that permissions could read as an id of a group, or as none. */
const readAsId = /^(?:\d+|\.{1,2}|null)$/;

/** Reads a group. @throws IpamError provision.invalid */
export function readGroup(entry: Entry): ProvisionedGroup {
  const id = entry.has('id') ? { id: entry.integer('id', { min: 1, max: highestId }) } : {};
  const name = entry.text('name', { max: 32, shape: notBlank, isName: true });
  if (readAsId.test(name)) entry.refuse('name', 'must not be a number, dots or null, as permissions name groups by id too');
  return { ...id, name, description: entry.text('description', longText) };
}

const notEmpty = { pattern: /./s, problem: 'must not be empty' };
const usernameShape = {
  pattern: /^[^\s:]([^:]*[^\s:])?$/,
  problem: 'must not be empty, contain a colon, nor begin or end with a space',
};

/** Members of a user's entry. */
export const userMembers = [
  ...(['username', 'password', 'role', 'inventory', 'groups', 'realName', 'email', 'disabled', 'provider'] as const),
] as const;

/** Reads a user. @throws IpamError provision.invalid */
export function readUser(entry: Entry): ProvisionedUser {
  const password = entry.orNull('password', null, () => entry.text('password', { max: 4096, shape: notEmpty }));
  const provider = entry.orNull('provider', null, () => entry.text('provider', { max: 32 })) || null;
  if (password !== null && provider !== null) entry.refuse('password', 'must not be given for a user of a sign-in provider');
  return {
    username: entry.text('username', { max: 255, shape: usernameShape, isName: true }),
    password,
    role: entry.word('role', roles, 'User'),
    inventory: entry.word('inventory', inventoryRights, 'read'),
    groups: [...new Set(entry.texts('groups'))],
    realName: entry.text('realName', shortText),
    email: entry.text('email', shortText),
    disabled: entry.flag('disabled', false),
    provider,
  };
}

/** What stands in the path of a request, without anything that clients or proxies would rewrite. */
const appIdShape = {
  pattern: /^[A-Za-z0-9][\w.~-]{0,63}$/,
  problem: 'must be 1 to 64 letters, digits, _ . ~ and -, the first a letter or digit',
};
const codeShape = { pattern: /^[\x21-\x7e]{32}$/, problem: 'must be 32 printable ASCII characters without spaces' };
/** Longer than this no client waits, and the listeners give up on a silent connection. */
const longestWait = 100;

/** Members of an application's entry. */
export const appMembers = [
  ...(['id', 'permission', 'security', 'code', 'showLinks', 'stringify', 'nestCustomFields'] as const),
  ...(['cryptLegacy', 'cryptStrict', 'lock', 'comment'] as const),
] as const;

/** An application as it is given: with the code itself. Unset, `cryptStrict` stays as it is stored. */
export type AppInput = Omit<StoredApp, 'codeDigest' | 'cryptStrict'> & { readonly cryptStrict: boolean | null };

/** Reads an application. @param hasCode whether a code is stored already. @throws IpamError provision.invalid */
export function readApp(entry: Entry, hasCode = false): AppInput {
  const id = entry.text('id', { max: 64, shape: appIdShape });
  const security = entry.word('security', appSecurities);
  const lock = entry.object('lock', ['enabled', 'waitSeconds']);
  const readCode = () => entry.text('code', { max: 32, shape: codeShape });
  return {
    id,
    permission: entry.word('permission', appPermissions),
    security,
    code: needsCode(security) && !hasCode ? readCode() : entry.orNull('code', null, readCode),
    showLinks: entry.flag('showLinks', true),
    stringify: entry.flag('stringify', true),
    nestCustomFields: entry.flag('nestCustomFields', false),
    cryptLegacy: entry.flag('cryptLegacy', true),
    cryptStrict: entry.orNull('cryptStrict', null, () => entry.flag('cryptStrict', false)),
    lock: {
      enabled: lock.flag('enabled', false),
      waitSeconds: lock.integer('waitSeconds', { min: 0, max: longestWait, fallback: 30 }),
    },
    comment: entry.text('comment', longText),
  };
}

/** The application that is to be stored. */
export function appToStore(
  { cryptStrict, ...given }: AppInput,
  stored: StoredApp | undefined,
  digest: (code: string) => string,
): StoredApp {
  return {
    ...given,
    ...storedCode(given.security, given.code, digest),
    cryptStrict: cryptStrict ?? isStrictByDefault(stored, given),
  };
}

/** Members of a custom field's entry. */
export const customFieldMembers = ['on', 'name', 'type', 'nullable', 'default', 'comment'] as const;

/** Reads what a custom field is known by. @throws IpamError provision.invalid */
export function readCustomFieldName(entry: Entry): Pick<CustomField, 'on' | 'name'> {
  const on = entry.word('on', customFieldOwners);
  const name = entry.text('name', { max: 64, isName: true });
  const problem = problemWithName(on, name);
  if (problem !== undefined) entry.refuse('name', problem);
  return { on, name };
}

/** Reads a custom field. @throws IpamError provision.invalid */
export function readCustomField(entry: Entry): CustomField {
  const field: CustomField = {
    ...readCustomFieldName(entry),
    type: entry.text('type', { max: 4096 }),
    nullable: entry.flag('nullable', true),
    default: entry.scalar('default'),
    comment: entry.text('comment', longText),
  };
  const definition =
    definitionOf(field) ?? entry.refuse('type', "must be varchar(N), int, bool, date, datetime, text or enum('a','b')");
  if (definition.type === 'text' && definition.max < 1) entry.refuse('type', 'must leave room for at least one character');
  entry.check('default', definition, field.default);
  return field;
}
