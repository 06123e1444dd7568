import type { OwnRole } from '../../../domain/access/role.js';
import { defaultSettings, type Settings } from '../../../domain/access/settings.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { normalizeGroupName, normalizeUsername } from '../../../domain/access/user.js';
import type { WebhookSettings } from '../../../domain/changes/webhook.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import type { StoredWebhook } from '../../ports/webhooks.js';
import { documentLabel, Entry } from './entry.js';
import {
  type ProvisionedKey,
  provisionedKeyMembers,
  readProvisionedKey,
  readServiceAccount,
  type ServiceAccountInput,
  serviceAccountMembers,
} from './keys.js';
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
  readWebhook,
  userMembers,
  webhookMembers,
} from './records.js';
import { readRole, roleMembers } from './roles.js';
import { readCompleteSettings, readSettings, settingMembers } from './settings.js';
import { providerMembers, readProvider } from './sign-in-providers.js';

type ProvisionedCustomField = { readonly field: CustomField } | { readonly dropped: Pick<CustomField, 'on' | 'name'> };

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

const named = { name: ({ name }: { readonly name: string }) => name };

/** Reads a provisioning document. @throws IpamError provision.invalid for the first invalid entry */
export function readDocument(value: unknown): ProvisioningDocument {
  const document = new Entry(value, documentLabel, [
    ...['settings', 'roles', 'groups', 'signInProviders', 'users', 'serviceAccounts', 'keys', 'apps', 'customFields', 'webhooks'],
  ]);
  const settings = document.object('settings', settingMembers);
  readSettings(settings, defaultSettings);
  return {
    settings: (stored) => readCompleteSettings(settings, stored),
    roles: readList(document, 'roles', roleMembers, readRole, { name: ({ name }) => name.toLowerCase() }),
    groups: readList(document, 'groups', groupMembers, readGroup, {
      id: ({ id }) => id?.toString(),
      name: ({ name }) => normalizeGroupName(name),
    }),
    signInProviders: readList(document, 'signInProviders', providerMembers, readProvider, named),
    users: readList(document, 'users', userMembers, readUser, { username: ({ username }) => normalizeUsername(username) }),
    serviceAccounts: readList(document, 'serviceAccounts', serviceAccountMembers, readServiceAccount, {
      name: ({ name }) => normalizeUsername(name),
    }),
    keys: readList(document, 'keys', provisionedKeyMembers, readProvisionedKey, { digest: ({ digest }) => digest }),
    apps: readList(document, 'apps', appMembers, (entry) => readApp(entry), { id: ({ id }) => id }),
    customFields: readCustomFields(document),
    webhooks: (allowed) => readList(document, 'webhooks', webhookMembers, (entry) => readWebhook(entry, allowed), named),
  };
}

/** Reads a list. @param keys natural keys of its records by member. They must be unique within the list. */
function readList<T>(
  document: Entry,
  list: string,
  members: readonly string[],
  read: (entry: Entry) => T,
  keys: Readonly<Record<string, (record: T) => string | undefined>>,
): T[] {
  const claimed = new Set<string>();
  return document.objects(list, members).map((entry) => {
    const record = read(entry);
    for (const [member, keyOf] of Object.entries(keys)) claim(claimed, keyOf(record), entry, member);
    return record;
  });
}

function readCustomFields(document: Entry): ProvisionedCustomField[] {
  const claimed = new Set<string>();
  return document.objects('customFields', [...customFieldMembers, 'drop']).map((entry) => {
    const key = readCustomFieldName(entry);
    claim(claimed, `${key.on} ${key.name.toLowerCase()}`, entry, 'name');
    return entry.flag('drop', false) ? { dropped: key } : { field: readCustomField(entry) };
  });
}

/** Records a natural key. @throws IpamError provision.invalid if an earlier entry of the list has it */
function claim(claimed: Set<string>, key: string | undefined, entry: Entry, member: string): void {
  if (key === undefined) return;
  if (claimed.has(`${member} ${key}`)) entry.refuse(member, 'is already in an earlier entry of the list');
  claimed.add(`${member} ${key}`);
}
