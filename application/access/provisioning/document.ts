import type { OwnRole } from '../../../domain/access/role.js';
import { defaultSettings, orderedSettingFields, type Settings } from '../../../domain/access/settings.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { normalizeGroupName, normalizeUsername } from '../../../domain/access/user.js';
import type { WebhookSettings } from '../../../domain/changes/webhook.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import type { StoredWebhook } from '../../ports/webhooks.js';
import { dnsReaders } from './dns-settings.js';
import { documentLabel, Entry } from './entry.js';
import {
  type ProvisionedKey,
  provisionedKeyMembers,
  readProvisionedKey,
  readServiceAccount,
  type ServiceAccountInput,
  serviceAccountMembers,
} from './keys.js';
import { checkMail, mailReaders } from './mail-settings.js';
import { entryMembers, readEntry } from './read-entry.js';
import {
  type AppInput,
  appMembers,
  customFieldMembers,
  groupMembers,
  type ProvisionedGroup,
  type ProvisionedUser,
  readApp,
  readCustomField,
  readCustomFieldName,
  readGroup,
  readUser,
  userMembers,
} from './records.js';
import { readRole, roleMembers } from './roles.js';
import { providerMembers, readProvider } from './sign-in-providers.js';
import { readWebhook, webhookMembers } from './webhooks.js';

export type ProvisionedCustomField = { readonly field: CustomField } | { readonly dropped: Pick<CustomField, 'on' | 'name'> };

/** A valid provisioning document. Absent members of entries have their defaults. */
export interface ProvisioningDocument {
  /** Merges the settings of the document into the stored ones. */
  readonly settings: (stored: Settings) => Settings;
  readonly roles: readonly OwnRole[];
  readonly groups: readonly ProvisionedGroup[];
  readonly signInProviders: readonly SignInProvider[];
  readonly users: readonly ProvisionedUser[];
  readonly serviceAccounts: readonly ServiceAccountInput[];
  readonly keys: readonly ProvisionedKey[];
  readonly apps: readonly AppInput[];
  readonly customFields: readonly ProvisionedCustomField[];
  /** Reads the webhooks and checks them against the settings. */
  readonly webhooks: (settings: WebhookSettings) => readonly StoredWebhook[];
}

/** Reads a provisioning document. @throws IpamError provision.invalid for the first invalid entry */
export function readDocument(value: unknown): ProvisioningDocument {
  const document = new Entry(value, documentLabel, [
    ...['settings', 'roles', 'groups', 'signInProviders', 'users', 'serviceAccounts', 'keys', 'apps', 'customFields', 'webhooks'],
  ]);
  const settings = document.object('settings', entryMembers(orderedSettingFields));
  readSettings(settings, defaultSettings);
  return {
    settings: (stored) => readCheckedSettings(settings, stored),
    roles: readRoles(document),
    groups: readGroups(document),
    signInProviders: readProviders(document),
    users: readUsers(document),
    serviceAccounts: readServiceAccounts(document),
    keys: readKeys(document),
    apps: readApps(document),
    customFields: readCustomFields(document),
    webhooks: (allowed) => readWebhooks(document, allowed),
  };
}

function readWebhooks(document: Entry, settings: WebhookSettings): StoredWebhook[] {
  const names = new Set<string>();
  return document.objects('webhooks', webhookMembers).map((entry) => {
    const webhook = readWebhook(entry, settings);
    claim(names, webhook.name, entry, 'name');
    return webhook;
  });
}

/** The custom fields of the prefix controller need not exist yet. The responses of the controller report missing fields. */
const readSettings = (entry: Entry, stored: Settings): Settings =>
  readEntry(entry, orderedSettingFields, {
    stored,
    first: ['defaults'],
    readers: { ...dnsReaders(stored.dns), ...mailReaders(stored.mail) },
  });

function readCheckedSettings(entry: Entry, stored: Settings): Settings {
  const settings = readSettings(entry, stored);
  checkMail(settings.mail);
  return settings;
}

function readRoles(document: Entry): OwnRole[] {
  const names = new Set<string>();
  return document.objects('roles', roleMembers).map((entry) => {
    const role = readRole(entry);
    claim(names, role.name.toLowerCase(), entry, 'name');
    return role;
  });
}

function readGroups(document: Entry): ProvisionedGroup[] {
  const ids = new Set<string>();
  const names = new Set<string>();
  return document.objects('groups', groupMembers).map((entry) => {
    const group = readGroup(entry);
    if (group.id !== undefined) claim(ids, String(group.id), entry, 'id');
    claim(names, normalizeGroupName(group.name), entry, 'name');
    return group;
  });
}

function readProviders(document: Entry): SignInProvider[] {
  const names = new Set<string>();
  return document.objects('signInProviders', providerMembers).map((entry) => {
    const provider = readProvider(entry);
    claim(names, provider.name, entry, 'name');
    return provider;
  });
}

function readUsers(document: Entry): ProvisionedUser[] {
  const names = new Set<string>();
  return document.objects('users', userMembers).map((entry) => {
    const user = readUser(entry);
    claim(names, normalizeUsername(user.username), entry, 'username');
    return user;
  });
}

function readServiceAccounts(document: Entry): ServiceAccountInput[] {
  const names = new Set<string>();
  return document.objects('serviceAccounts', serviceAccountMembers).map((entry) => {
    const account = readServiceAccount(entry);
    claim(names, normalizeUsername(account.name), entry, 'name');
    return account;
  });
}

function readKeys(document: Entry): ProvisionedKey[] {
  const digests = new Set<string>();
  return document.objects('keys', provisionedKeyMembers).map((entry) => {
    const key = readProvisionedKey(entry);
    claim(digests, key.digest, entry, 'digest');
    return key;
  });
}

function readApps(document: Entry): AppInput[] {
  const ids = new Set<string>();
  return document.objects('apps', appMembers).map((entry) => {
    const app = readApp(entry);
    claim(ids, app.id, entry, 'id');
    return app;
  });
}

function readCustomFields(document: Entry): ProvisionedCustomField[] {
  const keys = new Set<string>();
  return document.objects('customFields', [...customFieldMembers, 'drop']).map((entry) => {
    const key = readCustomFieldName(entry);
    claim(keys, `${key.on} ${key.name.toLowerCase()}`, entry, 'name');
    return entry.flag('drop', false) ? { dropped: key } : { field: readCustomField(entry) };
  });
}

/** Records a natural key. @throws IpamError provision.invalid if an earlier entry of the list has it */
function claim(keys: Set<string>, key: string, entry: Entry, member: string): void {
  if (keys.has(key)) entry.refuse(member, 'is already in an earlier entry of the list');
  keys.add(key);
}
