import { appFields, isStrictByDefault, needsCode, type StoredApp, storedCode } from '../../../domain/access/app.js';
import {
  type Group,
  groupFields,
  problemWithGroupName,
  problemWithPassword,
  type User,
  userFields,
} from '../../../domain/access/user.js';
import { readWebOrigin } from '../../../domain/access/web-origin.js';
import { kinds } from '../../../domain/catalog/kinds.js';
import { auditedObjects, changedObjects } from '../../../domain/changes/change.js';
import { type WebhookSettings, webhookFields } from '../../../domain/changes/webhook.js';
import { inOrder } from '../../../domain/fields/administered-field.js';
import { type CustomField, customFieldFields, definitionOf } from '../../../domain/fields/custom-field.js';
import { urlProblemText } from '../../changes/webhooks/delivery.js';
import type { PasswordHasher } from '../../ports/environment.js';
import type { StoredWebhook } from '../../ports/webhooks.js';
import { problemWithName } from './custom-field-names.js';
import { type Entry, entryMembers, readEntry } from './entry.js';
import { accountReaders, readRoleNames } from './roles.js';

/** A group of a document. Without an id, the name is the key. */
export type ProvisionedGroup = Omit<Group, 'id'> & { readonly id?: number };

/** A user of a document, with group names and plain password. Without a password, the stored hash is kept. */
export type ProvisionedUser = Omit<User, 'id' | 'kind' | 'groups' | 'subject' | 'editDate' | 'lastLogin' | 'lastActivity'> & {
  readonly groups: readonly string[];
  readonly password: string | null;
};

const groupReaders = {
  id: (entry: Entry) => (entry.has('id') ? entry.read('id', groupFields.id) : undefined),
  name: (entry: Entry) => entry.readValid('name', groupFields.name, problemWithGroupName),
  roles: readRoleNames,
};

export const groupMembers = entryMembers(groupFields, groupReaders);

/** @throws IpamError provision.invalid */
export function readGroup(entry: Entry): ProvisionedGroup {
  const { id, ...group } = readEntry(entry, groupFields, { readers: groupReaders });
  return id === undefined ? group : { id, ...group };
}

export const orderedUserFields = inOrder(
  userFields,
  ...['id', 'username', 'password', 'role', 'inventory', 'levels', 'roles', 'groups'],
);

export const userMembers = entryMembers(orderedUserFields);

const userReaders = {
  password: (entry: Entry) => entry.read('password', { ...userFields.password, nullable: true }, null),
  ...accountReaders,
};

/** @throws IpamError provision.invalid */
export function readUser(entry: Entry): ProvisionedUser {
  const user = readEntry(entry, orderedUserFields, { readers: userReaders });
  if (user.password !== null && user.provider !== null)
    entry.refuse('password', 'must not be given for a user of a sign-in provider');
  return user;
}

/** An application of a document with its plain code. Without `cryptStrict`, the stored value is kept. */
export type AppInput = Omit<StoredApp, 'codeDigest' | 'cryptStrict'> & { readonly cryptStrict: boolean | null };

const { nullable: _nullable, ...neededCode } = appFields.code;

const maxOrigins = 100;
const originProblem = 'must be origins like https://portal.example.org, without a path';

const appReaders = (hasCode: boolean) => ({
  code: (entry: Entry): string | null =>
    !hasCode && needsCode(entry.read('security', appFields.security))
      ? entry.read('code', neededCode)
      : entry.read('code', appFields.code, null),
  cryptStrict: (entry: Entry) => entry.read('cryptStrict', { ...appFields.cryptStrict, nullable: true }, null),
  origins: (entry: Entry): string[] => {
    const origins = entry.texts('origins').map((text) => readWebOrigin(text) ?? entry.refuse('origins', originProblem));
    if (origins.length > maxOrigins) entry.refuse('origins', `must not contain more than ${maxOrigins} origins`);
    return [...new Set(origins)];
  },
});

export const appMembers = entryMembers(appFields, appReaders(false));

/** Reads an application. @param hasCode whether a code is stored @throws IpamError provision.invalid */
export const readApp = (entry: Entry, hasCode = false): AppInput =>
  readEntry(entry, appFields, { readers: appReaders(hasCode), first: ['id', 'security', 'lock'] });

export function appToStore(
  { cryptStrict, ...app }: AppInput,
  stored: StoredApp | undefined,
  digest: (code: string) => string,
): StoredApp {
  return {
    ...app,
    ...storedCode(app.security, app.code, digest),
    cryptStrict: cryptStrict ?? isStrictByDefault(stored, app),
  };
}

export const customFieldMembers = entryMembers(customFieldFields);

/** Reads the key of a custom field. @throws IpamError provision.invalid */
export function readCustomFieldName(entry: Entry): Pick<CustomField, 'on' | 'name'> {
  const on = entry.read('on', customFieldFields.on);
  const name = entry.read('name', customFieldFields.name);
  const problem = problemWithName(on, name);
  if (problem !== undefined) entry.refuse('name', problem);
  return { on, name };
}

const customFieldReaders = {
  name: (entry: Entry) => readCustomFieldName(entry).name,
  default: (entry: Entry) => entry.scalar('default'),
};

/** Reads a custom field. @throws IpamError provision.invalid */
export function readCustomField(entry: Entry): CustomField {
  const field = readEntry(entry, customFieldFields, { readers: customFieldReaders });
  const definition =
    definitionOf(field) ?? entry.refuse('type', "must be varchar(N), int, bool, date, datetime, text or enum('a','b')");
  if (definition.type === 'text' && definition.max < 1) entry.refuse('type', 'must allow at least one character');
  entry.check('default', definition, field.default);
  return field;
}

const changeKinds: readonly string[] = [...changedObjects, ...Object.keys(kinds), ...auditedObjects];

const webhookReaders = (settings: Pick<WebhookSettings, 'privateTargets'>) => ({
  url: (entry: Entry) => entry.readValid('url', webhookFields.url, (url) => urlProblemText(url, settings)),
  secret: (entry: Entry) => entry.read('secret', webhookFields.secret),
  kinds: (entry: Entry) => {
    const kinds = entry.texts('kinds');
    const unknown = kinds.find((kind) => !changeKinds.includes(kind));
    if (unknown === undefined) return kinds;
    return entry.refuse('kinds', `contain ${JSON.stringify(unknown)}; known are ${changeKinds.join(', ')}`);
  },
});

export const webhookMembers = entryMembers(webhookFields, webhookReaders({ privateTargets: true }));

export const readWebhook = (entry: Entry, settings: Pick<WebhookSettings, 'privateTargets'>): StoredWebhook =>
  readEntry(entry, webhookFields, { readers: webhookReaders(settings), first: ['name', 'url', 'kinds'] });

/** The problem of a user's password, as the end of a sentence; undefined for a valid password. */
export async function passwordProblem(hasher: PasswordHasher, username: string, password: string): Promise<string | undefined> {
  const isCommon = (await hasher.isCommon?.(password)) ?? false;
  return problemWithPassword(password, { username, isCommon });
}
