import { type AccessKey, daysFrom, isOutlived, liveKeysWithName, maxLiveOfName } from '../../../domain/access/access-key.js';
import { findApp } from '../../../domain/access/app.js';
import { findRole } from '../../../domain/access/role.js';
import { findGroup, isServiceAccount, noPasswordHash, normalizeUsername, type User } from '../../../domain/access/user.js';
import type { DnsSettings } from '../../../domain/dns/dns-settings.js';
import { conflictText } from '../../../domain/error-texts.js';
import { IpamError } from '../../../domain/errors.js';
import type { ScanSettings } from '../../../domain/scan/scan-settings.js';
import type { CatalogReader } from '../../ports/inventory/records.js';
import type { Readers } from '../../ports/unit-of-work.js';
import type { ProvisioningDocument } from '../provisioning/document.js';
import { invalidEntry, isSame } from '../provisioning/entry.js';
import type { ProvisionedKey } from '../provisioning/keys.js';
import { appToStore } from '../provisioning/records.js';
import { roleNames, withMemberships } from '../provisioning/roles.js';
import { readGroupsAndRoles } from '../role-source.js';
import type { AdministrativeUnit } from './administrative-units.js';
import { type PreparedHash, profileOf } from './audited-writes.js';
import { profileOfAccount } from './service-account-administration.js';
import { isStoredAccount, missingInMapping } from './sign-in-provider-administration.js';

interface StoredSecrets {
  /** New hashes by normalized user name. A user without an entry has no password in the document, or a matching stored hash. */
  readonly hashes: ReadonlyMap<string, PreparedHash>;
  readonly digest: (code: string) => string;
}

type Apply = (unit: AdministrativeUnit, document: ProvisioningDocument, secrets: StoredSecrets) => Promise<string[]>;

/**
 * Applies a document to the stored records within a unit of work. Entries are matched by natural key; other records are
 * unchanged.
 * @returns names of the added or changed entries, e.g. `users[0]`
 * @throws IpamError provision.invalid for an entry that conflicts with stored records
 */
export const applyDocument: Apply = async (unit, document, secrets) => {
  const steps = [
    ...[applySettings, applyRoles, applyGroups, applyProviders, applyUsers, applyServiceAccounts],
    ...[applyKeys, applyApps, applyCustomFields, applyWebhooks],
  ];
  const changed: string[] = [];
  for (const apply of steps) changed.push(...(await apply(unit, document, secrets)));
  return changed;
};

/** Applies the settings of a document. @returns `settings` if they changed @throws IpamError provision.invalid */
export async function applySettings(unit: AdministrativeUnit, document: ProvisioningDocument): Promise<string[]> {
  const { repositories, writes } = unit;
  const { settings, catalog } = repositories;
  const stored = await settings.read();
  const desired = document.settings(stored);
  if (isSame(desired, stored)) return [];
  const { subnetState, subnetScanAgent } = desired.defaults;
  if (!(await catalog.find('tag', subnetState))) invalidEntry('settings.defaults "subnetState"', 'must be the id of a tag');
  if (subnetScanAgent !== null && !(await catalog.find('scanAgent', subnetScanAgent))) {
    invalidEntry('settings.defaults "subnetScanAgent"', 'must be the id of a scan agent, or null');
  }
  await requireTags(catalog, desired.scan);
  requireServer(desired.dns);
  await writes.writeSettings(stored, desired);
  return ['settings'];
}

function requireServer({ enabled, server, key }: DnsSettings): void {
  if (enabled && server === '') invalidEntry('settings.dns "server"', 'is missing, but dns.enabled is true');
  if (enabled && key === '') invalidEntry('settings.dns "key"', 'is missing, but dns.enabled is true');
}

async function requireTags(catalog: CatalogReader, scan: ScanSettings): Promise<void> {
  for (const name of ['onlineTag', 'offlineTag', 'discoveredTag'] as const) {
    const id = scan[name];
    if (id !== 0 && !(await catalog.find('tag', id)))
      invalidEntry(`settings.scan ${JSON.stringify(name)}`, 'must be the id of a tag');
  }
}

const applyRoles: Apply = async ({ repositories, writes }, { roles }) => {
  const known = await repositories.roles.list();
  return applyEach('roles', roles, (entry) => {
    const stored = findRole(known, entry.name);
    const desired = { ...entry, name: stored?.name ?? entry.name };
    return saveChanged(stored, desired, () => writes.saveRole(stored, desired));
  });
};

const applyGroups: Apply = async ({ repositories, writes }, { groups }) => {
  const known = await readGroupsAndRoles(repositories);
  const byId = new Map(known.groups.map((group) => [group.id, group]));
  return applyEach('groups', groups, async (entry, label) => {
    const namesake = findGroup([...byId.values()], entry.name);
    const desired = { ...entry, roles: roleNames(entry.roles, known.roles, label) };
    if (entry.id !== undefined && namesake && namesake.id !== entry.id)
      invalidEntry(`${label} "name"`, `is already the name of group ${namesake.id}`);
    const id = entry.id ?? namesake?.id;
    const stored = id === undefined ? undefined : byId.get(id);
    if (isSame({ ...desired, id }, stored)) return false;
    const savedId = await writes.saveGroup(stored, id === undefined ? desired : { ...desired, id });
    byId.set(savedId, { ...desired, id: savedId });
    return true;
  });
};

const applyProviders: Apply = async ({ repositories, writes }, document) => {
  const known = await readGroupsAndRoles(repositories);
  const accounts = new Set(document.serviceAccounts.map(({ name }) => normalizeUsername(name))); // service accounts are applied later
  const isStored = isStoredAccount(repositories.users);
  const isAccount = async (name: string) => accounts.has(normalizeUsername(name)) || isStored(name);
  return applyEach('signInProviders', document.signInProviders, async (desired, label) => {
    const missing = await missingInMapping(desired, { ...known, isAccount });
    if (missing !== undefined) invalidEntry(`${label} "mapping"`, `names a ${missing}`);
    const stored = await repositories.signInProviders.find(desired.name);
    return saveChanged(stored, desired, () => writes.saveProvider(stored, desired));
  });
};

type ProvidedUser = Pick<User, 'provider'>;

/** @throws IpamError provision.invalid */
export async function requireProvider({ signInProviders }: Readers, { provider }: ProvidedUser, label: string): Promise<void> {
  if (provider !== null && !(await signInProviders.find(provider)))
    invalidEntry(`${label} "provider"`, 'names no sign-in provider');
}

const applyUsers: Apply = async ({ repositories, writes }, { users }, { hashes }) => {
  const known = await readGroupsAndRoles(repositories);
  return applyEach('users', users, async (entry, label) => {
    const desired = profileOf(withMemberships(entry, known, label));
    await requireProvider(repositories, desired, label);
    const hash = hashes.get(normalizeUsername(entry.username));
    const stored = await repositories.users.findByName(entry.username);
    if (stored && isServiceAccount(stored)) invalidEntry(`${label} "username"`, 'is the name of a service account');
    if (stored && !hash && isSame(desired, profileOf(stored))) return false;
    if (stored) await writes.changeUser(stored, desired, hash);
    else if (hash) await writes.addUser(desired, hash.hash);
    else if (desired.provider !== null) await writes.addUser(desired, noPasswordHash);
    else invalidEntry(`${label} "password"`, 'is required for a new user');
    return true;
  });
};

const applyServiceAccounts: Apply = async ({ repositories, writes }, { serviceAccounts }) => {
  const known = await readGroupsAndRoles(repositories);
  return applyEach('serviceAccounts', serviceAccounts, async (account, label) => {
    const profile = profileOfAccount(account, known, label);
    const stored = await repositories.users.findByName(account.name);
    if (stored && !isServiceAccount(stored)) invalidEntry(`${label} "name"`, 'is the name of a user');
    if (stored && isSame(profile, { ...profileOf(stored), username: profile.username })) return false;
    if (stored) await writes.changeUser(stored, { ...profile, username: stored.username });
    else await writes.addUser(profile, '', { kind: 'service' });
    return true;
  });
};

/** Keys are matched by digest; their owner cannot change. */
const applyKeys: Apply = async (unit, { keys }) => {
  const { repositories, writes } = unit;
  const { keyDays } = await repositories.settings.read();
  const now = new Date(`${unit.at.replace(' ', 'T')}Z`);
  return applyEach('keys', keys, async ({ user, ...defined }, label) => {
    const owner = await repositories.users.findByName(user);
    if (!owner) return invalidEntry(`${label} "user"`, 'must be the name of a service account or a user');
    const stored = await repositories.accessKeys.find(defined.digest);
    if (stored && stored.userId !== owner.id) invalidEntry(`${label} "user"`, 'is not the owner of the key with this digest');
    requireExpiry(defined, stored?.created ?? now, keyDays, label);
    const key: AccessKey = { ...{ created: now, lastUsed: null, audience: null }, ...stored, ...defined, userId: owner.id };
    if (stored && isSame(plainOf(key), plainOf(stored))) return false;
    if (stored) await writes.changeKey(owner, stored, key);
    else {
      const live = liveKeysWithName(await repositories.accessKeys.list(owner.id), key.name, now);
      if (live.length >= maxLiveOfName && !isOutlived(key, now))
        invalidEntry(`${label} "name"`, `is already the name of ${maxLiveOfName} valid keys: revoke one of them first`);
      await writes.addKey(owner, key);
    }
    return true;
  });
};

/** A key as a plain object for comparison. */
const plainOf = ({ networks, expires, created: _, lastUsed: __, ...key }: AccessKey): object => ({
  ...key,
  networks: networks.map(String),
  expires: expires?.getTime() ?? null,
});

function requireExpiry({ expires }: Pick<ProvisionedKey, 'expires'>, created: Date, keyDays: number | null, label: string): void {
  if (keyDays === null) return;
  if (expires === null || expires.getTime() > daysFrom(created, keyDays).getTime())
    invalidEntry(`${label} "expires"`, `must be at most ${keyDays} days after the key was added`);
}

const applyApps: Apply = async ({ repositories, writes }, { apps }, { digest }) => {
  const known = await repositories.apps.list();
  return applyEach('apps', apps, (entry) => {
    const stored = findApp(known, entry.id);
    const desired = appToStore({ ...entry, id: stored?.id ?? entry.id }, stored, digest);
    return saveChanged(stored, desired, () => writes.saveApp(stored, desired));
  });
};

const applyWebhooks: Apply = async ({ repositories, writes }, document) => {
  const { webhooks } = await repositories.settings.read();
  return applyEach('webhooks', document.webhooks(webhooks), async (desired) => {
    const stored = await repositories.webhooks.find(desired.name);
    return saveChanged(stored, desired, () => writes.saveWebhook(stored, desired));
  });
};

const applyCustomFields: Apply = async ({ repositories, writes }, document) => {
  const { customFields } = repositories;
  const stored = await customFields.list();
  const entries = document.customFields.map((entry, index) => {
    const { on, name } = 'dropped' in entry ? entry.dropped : entry.field;
    const before = stored.find((field) => field.on === on && field.name === name);
    return { entry, before, label: `customFields[${index}]` };
  });
  const toChange = entries.filter(({ entry, before }) =>
    'dropped' in entry ? before !== undefined : !isSame(entry.field, before),
  );
  if (toChange.length > 0) await customFields.lock();
  for (const { entry, before, label } of toChange) {
    if ('dropped' in entry) await writes.deleteCustomField(entry.dropped);
    else await placingConflicts(label, () => writes.saveCustomField(before, entry.field));
  }
  return toChange.map(({ label }) => label);
};

/**
 * Defines a custom field. Conflicts are reported as provision.invalid with the name of the entry.
 * @throws IpamError provision.invalid
 */
export async function placingConflicts(label: string, define: () => Promise<void>): Promise<void> {
  try {
    await define();
  } catch (error) {
    if (IpamError.is(error, 'customField.conflict')) {
      const { member, text } = conflictText(error.details);
      invalidEntry(`${label} "${member}"`, text);
    }
    throw error;
  }
}

/** Saves a record unless the stored one is the same. @returns whether it was saved */
async function saveChanged<R>(stored: R | undefined, desired: R, save: () => Promise<unknown>): Promise<boolean> {
  if (isSame(desired, stored)) return false;
  await save();
  return true;
}

/**
 * Applies the entries of a list in order.
 * @param apply returns whether the entry changed a record. The label is the position of the entry, e.g. `users[0]`.
 * @returns the labels of the entries that changed a record
 */
async function applyEach<E>(
  list: string,
  entries: readonly E[],
  apply: (entry: E, label: string) => Promise<boolean>,
): Promise<string[]> {
  const changed: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const label = `${list}[${index}]`;
    if (await apply(entry, label)) changed.push(label);
  }
  return changed;
}
