import { appNamed } from '../../../domain/access/app.js';
import { allRoles, roleNamed } from '../../../domain/access/role.js';
import { groupNamed, isServiceAccount, noPasswordHash, normalizeUsername, type User } from '../../../domain/access/user.js';
import type { DnsSettings } from '../../../domain/dns/dns-settings.js';
import { IpamError } from '../../../domain/errors.js';
import type { MailSettings } from '../../../domain/notifications/mail-settings.js';
import type { ScanSettings } from '../../../domain/scan/scan-settings.js';
import { conflictText } from '../../catalog/custom-field-definitions.js';
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

/** Hashes by normalized user name; absent: the stored hash matches. */
export type PreparedHashes = ReadonlyMap<string, PreparedHash>;

/** Stored forms of passwords and codes. */
export interface StoredSecrets {
  readonly hashes: PreparedHashes;
  /** Returns the digest of an application's code. */
  readonly digest: (code: string) => string;
}

/**
 * Applies a document to the stored records, within a unit of work. Entries are matched by natural key; other records stay.
 * @returns the entries that were added or changed, e.g. `users[0]`
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

/** Applies the settings of a document. @returns `settings`, if something changed. @throws IpamError provision.invalid */
export async function applySettings(
  { repositories, writes }: AdministrativeUnit,
  document: Pick<ProvisioningDocument, 'settings'>,
): Promise<string[]> {
  const { settings, catalog } = repositories;
  const stored = await settings.read();
  const wanted = document.settings(stored);
  if (isSame(wanted, stored)) return [];
  const { subnetState, subnetScanAgent } = wanted.defaults;
  if (!(await catalog.find('tag', subnetState))) invalidEntry('settings.defaults "subnetState"', 'must be the id of a tag');
  if (subnetScanAgent !== null && !(await catalog.find('scanAgent', subnetScanAgent))) {
    invalidEntry('settings.defaults "subnetScanAgent"', 'must be the id of a scan agent, or null');
  }
  await requireTags(catalog, wanted.scan);
  requireServer(wanted.dns);
  requireMailServer(wanted.mail);
  await writes.writeSettings(stored, wanted);
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
  for (const [index, given] of document.roles.entries()) {
    const before = roleNamed(stored, given.name);
    const wanted = { ...given, name: before?.name ?? given.name };
    if (isSame(wanted, before)) continue;
    await writes.saveRole(before, wanted);
    changed.push(`roles[${index}]`);
  }
  return changed;
}

async function applyGroups({ repositories, writes }: AdministrativeUnit, document: ProvisioningDocument): Promise<string[]> {
  const changed: string[] = [];
  const stored = new Map((await repositories.groups.list()).map((group) => [group.id, group]));
  const roles = allRoles(await repositories.roles.list());
  for (const [index, entry] of document.groups.entries()) {
    const given = { ...entry, roles: roleNames(entry.roles, roles, `groups[${index}]`) };
    const namesake = groupNamed([...stored.values()], given.name);
    if (given.id !== undefined && namesake && namesake.id !== given.id) {
      invalidEntry(`groups[${index}] "name"`, `is the name of group ${namesake.id} already`);
    }
    const id = given.id ?? namesake?.id;
    const before = id === undefined ? undefined : stored.get(id);
    if (isSame({ ...given, id }, before)) continue;
    const savedId = await writes.saveGroup(before, id === undefined ? given : { ...given, id });
    stored.set(savedId, { ...given, id: savedId });
    changed.push(`groups[${index}]`);
  }
  return changed;
}

async function applyProviders({ repositories, writes }: AdministrativeUnit, document: ProvisioningDocument): Promise<string[]> {
  const changed: string[] = [];
  const isNeeded = document.signInProviders.length > 0;
  const groups = isNeeded ? await repositories.groups.list() : [];
  const roles = isNeeded ? allRoles(await repositories.roles.list()) : [];
  const accounts = new Set(document.serviceAccounts.map(({ name }) => normalizeUsername(name))); // applied later
  const isStored = isStoredAccount(repositories.users);
  const isAccount = async (name: string) => accounts.has(normalizeUsername(name)) || isStored(name);
  for (const [index, wanted] of document.signInProviders.entries()) {
    const label = `signInProviders[${index}]`;
    const missing = await missingInMapping(wanted, { groups, roles, isAccount });
    if (missing !== undefined) invalidEntry(`${label} "mapping"`, `names a ${missing}`);
    const stored = await repositories.signInProviders.find(wanted.name);
    if (isSame(wanted, stored)) continue;
    await writes.saveProvider(stored, wanted);
    changed.push(label);
  }
  return changed;
}

/** Refuses a user of a provider that does not exist. @throws IpamError provision.invalid */
export async function requireProvider(
  providers: Pick<SignInProviderReader, 'find'>,
  { provider }: Pick<User, 'provider'>,
  label: string,
): Promise<void> {
  if (provider !== null && !(await providers.find(provider))) invalidEntry(`${label} "provider"`, 'is not a sign-in provider');
}

/** The hash of a user who changes from a password to a provider; undefined for other users. */
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
  for (const [index, given] of document.users.entries()) {
    const label = `users[${index}]`;
    const named = { groups: groupIds(given.groups, groups, label), roles: userRoleNames(given.roles, roles, label) };
    const wanted = profileOf({ ...given, ...named });
    await requireProvider(repositories.signInProviders, wanted, label);
    const hash = hashes.get(normalizeUsername(given.username));
    const stored = await repositories.users.findByName(given.username);
    if (stored && isServiceAccount(stored)) invalidEntry(`${label} "username"`, 'is the name of a service account');
    if (stored && !hash && isSame(wanted, profileOf(stored))) continue;
    if (stored) await writes.changeUser(stored, wanted, hash ?? hashLostBy(stored, wanted));
    else if (hash) await writes.addUser(wanted, hash.hash);
    else if (wanted.provider !== null) await writes.addUser(wanted, noPasswordHash);
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
  for (const [index, given] of document.apps.entries()) {
    const stored = appNamed(apps, given.id);
    const wanted = appToStore({ ...given, id: stored?.id ?? given.id }, stored, digest);
    if (isSame(wanted, stored)) continue;
    await writes.saveApp(stored, wanted);
    changed.push(`apps[${index}]`);
  }
  return changed;
}

async function applyWebhooks({ repositories, writes }: AdministrativeUnit, document: ProvisioningDocument): Promise<string[]> {
  const changed: string[] = [];
  const { webhooks } = await repositories.settings.read();
  for (const [index, wanted] of document.webhooks(webhooks).entries()) {
    const stored = await repositories.webhooks.find(wanted.name);
    if (isSame(wanted, stored)) continue;
    await writes.saveWebhook(stored, wanted);
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
  const entries = document.customFields.map((given, index) => {
    const { on, name } = 'dropped' in given ? given.dropped : given.field;
    const before = stored.find((field) => field.on === on && field.name === name);
    return { given, before, label: `customFields[${index}]` };
  });
  const toChange = entries.filter(({ given, before }) =>
    'dropped' in given ? before !== undefined : !isSame(given.field, before),
  );
  if (toChange.length > 0) await customFields.lock();
  for (const { given, before, label } of toChange) {
    if ('dropped' in given) await writes.deleteCustomField(given.dropped);
    else await placingConflicts(label, () => writes.saveCustomField(before, given.field));
  }
  return toChange.map(({ label }) => label);
}

/** Defines a custom field. @throws IpamError provision.invalid instead of customField.conflict, with the name of the entry */
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
