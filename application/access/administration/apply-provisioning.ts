import { findApp } from '../../../domain/access/app.js';
import { allRoles, findRole } from '../../../domain/access/role.js';
import { findGroup, isServiceAccount, noPasswordHash, normalizeUsername, type User } from '../../../domain/access/user.js';
import type { DnsSettings } from '../../../domain/dns/dns-settings.js';
import { IpamError } from '../../../domain/errors.js';
import type { MailSettings } from '../../../domain/notifications/mail-settings.js';
import type { ScanSettings } from '../../../domain/scan/scan-settings.js';
import { conflictText } from '../../catalog/custom-fields.js';
import type { CatalogReader } from '../../ports/inventory.js';
import type { SignInProviderReader } from '../../ports/sign-in-providers.js';
import type { ProvisioningDocument } from '../provisioning/document.js';
import { invalidEntry } from '../provisioning/entry.js';
import { appToStore } from '../provisioning/records.js';
import { roleNames, userRoleNames } from '../provisioning/roles.js';
import { isSame } from '../provisioning/same.js';
import type { AdministrativeUnit } from './administrative-units.js';
import { applyKeys, applyServiceAccounts } from './apply-keys.js';
import { type PreparedHash, profileOf } from './audited-writes.js';
import { groupIds } from './group-ids.js';
import { isStoredAccount, missingInMapping } from './missing-in-mapping.js';

/** New hashes by normalized user name. A user without an entry has no password in the document, or a matching stored hash. */
export type PreparedHashes = ReadonlyMap<string, PreparedHash>;

/** Computes the stored forms of passwords and codes. */
export interface StoredSecrets {
  readonly hashes: PreparedHashes;
  readonly digest: (code: string) => string;
}

/**
 * Applies a document to the stored records within a unit of work. Entries are matched by natural key; other records are
 * unchanged.
 * @returns names of the added or changed entries, e.g. `users[0]`
 * @throws IpamError provision.invalid for an entry that conflicts with stored records
 */
export async function applyDocument(
  unit: AdministrativeUnit,
  document: ProvisioningDocument,
  { hashes, digest }: StoredSecrets,
): Promise<string[]> {
  return [
    ...(await applySettings(unit, document)),
    ...(await applyRoles(unit, document)),
    ...(await applyGroups(unit, document)),
    ...(await applyProviders(unit, document)),
    ...(await applyUsers(unit, document, hashes)),
    ...(await applyServiceAccounts(unit, document)),
    ...(await applyKeys(unit, document)),
    ...(await applyApps(unit, document, digest)),
    ...(await applyCustomFields(unit, document)),
    ...(await applyWebhooks(unit, document)),
  ];
}

/** Applies the settings of a document. @returns `settings` if they changed @throws IpamError provision.invalid */
export async function applySettings(
  { repositories, writes }: AdministrativeUnit,
  document: Pick<ProvisioningDocument, 'settings'>,
): Promise<string[]> {
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
  requireMailServer(desired.mail);
  await writes.writeSettings(stored, desired);
  return ['settings'];
}

function requireServer({ enabled, server, key }: DnsSettings): void {
  if (enabled && server === '') invalidEntry('settings.dns "server"', 'is missing, but dns.enabled is true');
  if (enabled && key === '') invalidEntry('settings.dns "key"', 'is missing, but dns.enabled is true');
}

function requireMailServer({ enabled, server, sender }: MailSettings): void {
  if (enabled && server === '') invalidEntry('settings.mail "server"', 'is missing, but mail.enabled is true');
  if (enabled && sender === '') invalidEntry('settings.mail "sender"', 'is missing, but mail.enabled is true');
}

async function requireTags(catalog: CatalogReader, scan: ScanSettings): Promise<void> {
  for (const name of ['onlineTag', 'offlineTag', 'discoveredTag'] as const) {
    const id = scan[name];
    if (id !== 0 && !(await catalog.find('tag', id)))
      invalidEntry(`settings.scan ${JSON.stringify(name)}`, 'must be the id of a tag');
  }
}

async function applyRoles({ repositories, writes }: AdministrativeUnit, document: ProvisioningDocument): Promise<string[]> {
  const changed: string[] = [];
  const stored = document.roles.length > 0 ? await repositories.roles.list() : [];
  for (const [index, entry] of document.roles.entries()) {
    const before = findRole(stored, entry.name);
    const desired = { ...entry, name: before?.name ?? entry.name };
    if (isSame(desired, before)) continue;
    await writes.saveRole(before, desired);
    changed.push(`roles[${index}]`);
  }
  return changed;
}

async function applyGroups({ repositories, writes }: AdministrativeUnit, document: ProvisioningDocument): Promise<string[]> {
  const changed: string[] = [];
  const stored = new Map((await repositories.groups.list()).map((group) => [group.id, group]));
  const roles = allRoles(await repositories.roles.list());
  for (const [index, entry] of document.groups.entries()) {
    const group = { ...entry, roles: roleNames(entry.roles, roles, `groups[${index}]`) };
    const namesake = findGroup([...stored.values()], group.name);
    if (group.id !== undefined && namesake && namesake.id !== group.id) {
      invalidEntry(`groups[${index}] "name"`, `is already the name of group ${namesake.id}`);
    }
    const id = group.id ?? namesake?.id;
    const before = id === undefined ? undefined : stored.get(id);
    if (isSame({ ...group, id }, before)) continue;
    const savedId = await writes.saveGroup(before, id === undefined ? group : { ...group, id });
    stored.set(savedId, { ...group, id: savedId });
    changed.push(`groups[${index}]`);
  }
  return changed;
}

async function applyProviders({ repositories, writes }: AdministrativeUnit, document: ProvisioningDocument): Promise<string[]> {
  const changed: string[] = [];
  const isNeeded = document.signInProviders.length > 0;
  const groups = isNeeded ? await repositories.groups.list() : [];
  const roles = isNeeded ? allRoles(await repositories.roles.list()) : [];
  const accounts = new Set(document.serviceAccounts.map(({ name }) => normalizeUsername(name))); // service accounts are applied later
  const isStored = isStoredAccount(repositories.users);
  const isAccount = async (name: string) => accounts.has(normalizeUsername(name)) || isStored(name);
  for (const [index, desired] of document.signInProviders.entries()) {
    const label = `signInProviders[${index}]`;
    const missing = await missingInMapping(desired, { groups, roles, isAccount });
    if (missing !== undefined) invalidEntry(`${label} "mapping"`, `names a ${missing}`);
    const stored = await repositories.signInProviders.find(desired.name);
    if (isSame(desired, stored)) continue;
    await writes.saveProvider(stored, desired);
    changed.push(label);
  }
  return changed;
}

/** @throws IpamError provision.invalid */
export async function requireProvider(
  providers: Pick<SignInProviderReader, 'find'>,
  { provider }: Pick<User, 'provider'>,
  label: string,
): Promise<void> {
  if (provider !== null && !(await providers.find(provider))) invalidEntry(`${label} "provider"`, 'names no sign-in provider');
}

/** The replacement hash of a user who changes from a password to a provider; undefined for other users. */
export const hashLostBy = (before: Pick<User, 'provider'>, after: Pick<User, 'provider'>): PreparedHash | undefined =>
  before.provider === null && after.provider !== null ? { hash: noPasswordHash, replaces: false } : undefined;

async function applyUsers(
  { repositories, writes }: AdministrativeUnit,
  document: ProvisioningDocument,
  hashes: PreparedHashes,
): Promise<string[]> {
  const changed: string[] = [];
  const groups = await repositories.groups.list();
  const roles = allRoles(await repositories.roles.list());
  for (const [index, entry] of document.users.entries()) {
    const label = `users[${index}]`;
    const memberships = { groups: groupIds(entry.groups, groups, label), roles: userRoleNames(entry.roles, roles, label) };
    const desired = profileOf({ ...entry, ...memberships });
    await requireProvider(repositories.signInProviders, desired, label);
    const hash = hashes.get(normalizeUsername(entry.username));
    const stored = await repositories.users.findByName(entry.username);
    if (stored && isServiceAccount(stored)) invalidEntry(`${label} "username"`, 'is the name of a service account');
    if (stored && !hash && isSame(desired, profileOf(stored))) continue;
    if (stored) await writes.changeUser(stored, desired, hash ?? hashLostBy(stored, desired));
    else if (hash) await writes.addUser(desired, hash.hash);
    else if (desired.provider !== null) await writes.addUser(desired, noPasswordHash);
    else invalidEntry(`${label} "password"`, 'is required for a new user');
    changed.push(label);
  }
  return changed;
}

async function applyApps(
  { repositories, writes }: AdministrativeUnit,
  document: ProvisioningDocument,
  digest: StoredSecrets['digest'],
): Promise<string[]> {
  const changed: string[] = [];
  const apps = document.apps.length > 0 ? await repositories.apps.list() : [];
  for (const [index, entry] of document.apps.entries()) {
    const stored = findApp(apps, entry.id);
    const desired = appToStore({ ...entry, id: stored?.id ?? entry.id }, stored, digest);
    if (isSame(desired, stored)) continue;
    await writes.saveApp(stored, desired);
    changed.push(`apps[${index}]`);
  }
  return changed;
}

async function applyWebhooks({ repositories, writes }: AdministrativeUnit, document: ProvisioningDocument): Promise<string[]> {
  const changed: string[] = [];
  const { webhooks } = await repositories.settings.read();
  for (const [index, desired] of document.webhooks(webhooks).entries()) {
    const stored = await repositories.webhooks.find(desired.name);
    if (isSame(desired, stored)) continue;
    await writes.saveWebhook(stored, desired);
    changed.push(`webhooks[${index}]`);
  }
  return changed;
}

async function applyCustomFields(
  { repositories, writes }: AdministrativeUnit,
  document: ProvisioningDocument,
): Promise<string[]> {
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
}

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
