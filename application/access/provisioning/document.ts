import { defaultSettings, type Settings } from '../../../domain/access/settings.js';
import { normalizeGroupName, normalizeUsername } from '../../../domain/access/user.js';
import type { WebhookSettings } from '../../../domain/changes/webhook.js';
import type { CustomField } from '../../../domain/fields/custom-field.js';
import { documentLabel, Entry } from './entry.js';
import { provisionedKeyMembers, readProvisionedKey, readServiceAccount, serviceAccountMembers } from './keys.js';
import {
  appMembers,
  customFieldMembers,
  groupMembers,
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
export type ProvisioningDocument = ReturnType<typeof readDocument>;

const named = { name: ({ name }: { readonly name: string }) => name };

/** Reads a provisioning document. @throws IpamError provision.invalid for the first invalid entry */
export function readDocument(value: unknown) {
  const document = new Entry(value, documentLabel, [
    ...['settings', 'roles', 'groups', 'signInProviders', 'users', 'serviceAccounts', 'keys', 'apps', 'customFields', 'webhooks'],
  ]);
  const settings = document.object('settings', settingMembers);
  readSettings(settings, defaultSettings);
  return {
    /** Merges the settings of the document into the stored ones. */
    settings: (stored: Settings) => readCompleteSettings(settings, stored),
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
    /** Reads the webhooks and checks them against the settings. */
    webhooks: (allowed: WebhookSettings) =>
      readList(document, 'webhooks', webhookMembers, (entry) => readWebhook(entry, allowed), named),
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
    return entry.read('drop', { type: 'flag', meaning: 'Whether to drop the field.' }, false)
      ? { dropped: key }
      : { field: readCustomField(entry) };
  });
}

/** Records a natural key. @throws IpamError provision.invalid if an earlier entry of the list has it */
function claim(claimed: Set<string>, key: string | undefined, entry: Entry, member: string): void {
  if (key === undefined) return;
  if (claimed.has(`${member} ${key}`)) entry.refuse(member, 'is already in an earlier entry of the list');
  claimed.add(`${member} ${key}`);
}
