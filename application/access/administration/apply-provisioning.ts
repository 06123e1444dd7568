import { findApp } from '../../../domain/access/app.js';
import { findRole } from '../../../domain/access/role.js';
import { findGroup, normalizeUsername } from '../../../domain/access/user.js';
import type { DnsSettings } from '../../../domain/dns/dns-settings.js';
import { IpamError } from '../../../domain/errors.js';
import type { ScanSettings } from '../../../domain/scan/scan-settings.js';
import { conflictText } from '../../catalog/custom-fields.js';
import type { CatalogReader } from '../../ports/inventory.js';
import { applyEach, isSame, saveChanged } from '../provisioning/changed-entries.js';
import type { ProvisioningDocument } from '../provisioning/document.js';
import { invalidEntry } from '../provisioning/entry.js';
import { appToStore } from '../provisioning/records.js';
import { roleNames } from '../provisioning/roles.js';
import { readGroupsAndRoles } from '../role-source.js';
import type { AdministrativeUnit } from './administrative-units.js';
import { applyKeys, applyServiceAccounts, applyUsers, type PreparedHashes } from './apply-accounts.js';
import { isStoredAccount, missingInMapping } from './sign-in-provider-administration.js';

interface StoredSecrets {
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

async function applyRoles({ repositories, writes }: AdministrativeUnit, { roles }: ProvisioningDocument): Promise<string[]> {
  const known = await repositories.roles.list();
  return applyEach('roles', roles, (entry) => {
    const stored = findRole(known, entry.name);
    const desired = { ...entry, name: stored?.name ?? entry.name };
    return saveChanged(stored, desired, () => writes.saveRole(stored, desired));
  });
}

async function applyGroups({ repositories, writes }: AdministrativeUnit, { groups }: ProvisioningDocument): Promise<string[]> {
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
}

async function applyProviders({ repositories, writes }: AdministrativeUnit, document: ProvisioningDocument): Promise<string[]> {
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
}

async function applyApps(
  { repositories, writes }: AdministrativeUnit,
  { apps }: ProvisioningDocument,
  digest: StoredSecrets['digest'],
): Promise<string[]> {
  const known = await repositories.apps.list();
  return applyEach('apps', apps, (entry) => {
    const stored = findApp(known, entry.id);
    const desired = appToStore({ ...entry, id: stored?.id ?? entry.id }, stored, digest);
    return saveChanged(stored, desired, () => writes.saveApp(stored, desired));
  });
}

async function applyWebhooks({ repositories, writes }: AdministrativeUnit, document: ProvisioningDocument): Promise<string[]> {
  const { webhooks } = await repositories.settings.read();
  return applyEach('webhooks', document.webhooks(webhooks), async (desired) => {
    const stored = await repositories.webhooks.find(desired.name);
    return saveChanged(stored, desired, () => writes.saveWebhook(stored, desired));
  });
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
