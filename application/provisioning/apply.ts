import type { CustomField } from '../../domain/catalog/custom-field.js';
import { IpamError } from '../../domain/errors.js';
import { normalizeUsername, type User } from '../../domain/identity/user.js';
import { defineCustomField, dropCustomField } from '../custom-field-definitions.js';
import type { Repositories } from '../ports/unit-of-work.js';
import type { ProvisioningDocument } from './document.js';
import { invalidEntry } from './entry.js';
import { isSame } from './same.js';

/** A password hash made for a user of the document. `replaces`: the password is another than before. */
export interface PreparedHash {
  readonly hash: string;
  readonly replaces: boolean;
}

/** What applying needs beside the document: hashes by normalized user name (absent: the stored one fits), and the time. */
export interface ApplyFacts {
  readonly hashes: ReadonlyMap<string, PreparedHash>;
  readonly editDate: string;
}

/**
 * Brings what is stored in line with a document, within the unit of work that the repositories belong to. Entries are
 * matched by natural key; what the document does not name stays.
 * @returns the entries that were added or changed, e.g. `users[0]`; none when everything was so already
 * @throws IpamError provision.invalid when an entry does not go with what is stored
 */
export async function applyDocument(
  repositories: Repositories,
  document: ProvisioningDocument,
  facts: ApplyFacts,
): Promise<string[]> {
  return [
    ...(await applySettings(repositories, document)),
    ...(await applyGroups(repositories, document)),
    ...(await applyUsers(repositories, document, facts)),
    ...(await applyApps(repositories, document)),
    ...(await applyCustomFields(repositories, document)),
  ];
}

/** Holds the settings first, which makes provisioning by several processes at once go one after the other. */
async function applySettings({ settings, catalog }: Repositories, document: ProvisioningDocument): Promise<string[]> {
  const stored = await settings.lock();
  const wanted = document.settings(stored);
  if (isSame(wanted, stored)) return [];
  const { subnetState, subnetScanAgent } = wanted.defaults;
  if (!(await catalog.find('tag', subnetState))) invalidEntry('settings.defaults "subnetState"', 'must be the id of a tag');
  if (subnetScanAgent !== null && !(await catalog.find('scanAgent', subnetScanAgent))) {
    invalidEntry('settings.defaults "subnetScanAgent"', 'must be the id of a scan agent, or null');
  }
  await settings.write(wanted);
  return ['settings'];
}

async function applyGroups({ groups }: Repositories, document: ProvisioningDocument): Promise<string[]> {
  const changed: string[] = [];
  const stored = new Map((await groups.list()).map((group) => [group.id, group]));
  for (const [index, given] of document.groups.entries()) {
    const namesake = [...stored.values()].find(({ name }) => name === given.name);
    if (given.id !== undefined && namesake && namesake.id !== given.id) {
      invalidEntry(`groups[${index}] "name"`, `is the name of group ${namesake.id} already`);
    }
    const id = given.id ?? namesake?.id;
    if (id !== undefined && isSame({ ...given, id }, stored.get(id))) continue;
    const savedId = await groups.save(given);
    stored.set(savedId, { id: savedId, name: given.name, description: given.description });
    changed.push(`groups[${index}]`);
  }
  return changed;
}

async function applyUsers(repositories: Repositories, document: ProvisioningDocument, facts: ApplyFacts): Promise<string[]> {
  const changed: string[] = [];
  const groupIds = new Map((await repositories.groups.list()).map(({ id, name }) => [name, id]));
  for (const [index, given] of document.users.entries()) {
    const place = `users[${index}]`;
    const groups = given.groups.map(
      (name) => groupIds.get(name) ?? invalidEntry(`${place} "groups"`, `name a group that does not exist: ${name}`),
    );
    const wanted = profileOf({ ...given, groups: groups.sort((a, b) => a - b) });
    const hash = facts.hashes.get(normalizeUsername(given.username));
    const stored = await repositories.users.findByName(given.username);
    if (stored) {
      if (await changeUser(repositories, stored, wanted, hash, facts.editDate)) changed.push(place);
    } else {
      if (!hash) invalidEntry(`${place} "password"`, 'is missing, and the user does not exist yet');
      await repositories.users.insert({ ...wanted, editDate: facts.editDate, lastLogin: null, lastActivity: null }, hash.hash);
      changed.push(place);
    }
  }
  return changed;
}

type Profile = Pick<User, 'username' | 'role' | 'inventory' | 'groups' | 'realName' | 'email' | 'disabled'>;

const profileOf = ({ username, role, inventory, groups, realName, email, disabled }: Profile): Profile => ({
  username,
  role,
  inventory,
  groups,
  realName,
  email,
  disabled,
});

/** Changes a stored user. Who was disabled or got another password must sign in again. @returns whether anything changed */
async function changeUser(
  { users, tokens }: Repositories,
  stored: User,
  wanted: Profile,
  hash: PreparedHash | undefined,
  editDate: string,
): Promise<boolean> {
  const isAsWanted = isSame(wanted, profileOf(stored));
  if (!isAsWanted) await users.update(stored.id, { ...wanted, editDate });
  if (hash) await users.setPasswordHash(stored.id, hash.hash);
  if (hash?.replaces || (wanted.disabled && !stored.disabled)) await tokens.deleteOldest(stored.id, 0);
  return !isAsWanted || hash !== undefined;
}

async function applyApps({ apps }: Repositories, document: ProvisioningDocument): Promise<string[]> {
  const changed: string[] = [];
  for (const [index, given] of document.apps.entries()) {
    if (isSame(given, await apps.find(given.id))) continue;
    await apps.save(given);
    changed.push(`apps[${index}]`);
  }
  return changed;
}

async function applyCustomFields(repositories: Repositories, document: ProvisioningDocument): Promise<string[]> {
  const { customFields } = repositories;
  const stored = new Map((await customFields.list()).map((field) => [`${field.on} ${field.name}`, field]));
  const entries = document.customFields.map((given, index) => ({ given, place: `customFields[${index}]` }));
  const toChange = entries.filter(({ given }) => {
    const { on, name } = 'dropped' in given ? given.dropped : given.field;
    const found = stored.get(`${on} ${name}`);
    return 'dropped' in given ? found !== undefined : !isSame(given.field, found);
  });
  if (toChange.length > 0) await customFields.lock();
  for (const { given, place } of toChange) {
    if ('dropped' in given) await dropCustomField(repositories, given.dropped);
    else await define(repositories, given.field, place);
  }
  return toChange.map(({ place }) => place);
}

async function define(repositories: Repositories, field: CustomField, place: string): Promise<void> {
  try {
    await defineCustomField(repositories, field);
  } catch (error) {
    if (IpamError.is(error, 'customField.conflict')) invalidEntry(`${place} "${error.details.part}"`, error.details.problem);
    throw error;
  }
}
