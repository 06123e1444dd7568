import { type AccessKey, daysFrom, isOutlived, liveKeysWithName, maxLiveOfName } from '../../../domain/access/access-key.js';
import { allRoles } from '../../../domain/access/role.js';
import { isServiceAccount } from '../../../domain/access/user.js';
import type { ProvisioningDocument } from '../provisioning/document.js';
import { invalidEntry } from '../provisioning/entry.js';
import type { ProvisionedKey } from '../provisioning/keys.js';
import { userRoleNames } from '../provisioning/roles.js';
import { isSame } from '../provisioning/same.js';
import type { AdministrativeUnit } from './administrative-units.js';
import { profileOf } from './audited-writes.js';
import { groupIds } from './group-ids.js';
import { profileOfAccount } from './service-account-administration.js';

/**
 * Applies the service accounts of a document.
 * @returns names of the added or changed entries
 * @throws IpamError provision.invalid
 */
export async function applyServiceAccounts(
  { repositories, writes }: AdministrativeUnit,
  { serviceAccounts }: Pick<ProvisioningDocument, 'serviceAccounts'>,
): Promise<string[]> {
  const changed: string[] = [];
  const groups = await repositories.groups.list();
  const roles = allRoles(await repositories.roles.list());
  for (const [index, account] of serviceAccounts.entries()) {
    const label = `serviceAccounts[${index}]`;
    const known = { ...account, roles: userRoleNames(account.roles, roles, label) };
    const profile = profileOfAccount(known, groupIds(account.groups, groups, label));
    const stored = await repositories.users.findByName(account.name);
    if (stored && !isServiceAccount(stored)) invalidEntry(`${label} "name"`, 'is the name of a user');
    if (stored && isSame(profile, { ...profileOf(stored), username: profile.username })) continue;
    if (stored) await writes.changeUser(stored, { ...profile, username: stored.username }, undefined);
    else await writes.addUser(profile, '', { kind: 'service' });
    changed.push(label);
  }
  return changed;
}

/**
 * Applies the keys of a document. Keys are matched by digest; their owner cannot change. Other keys are unchanged.
 * @returns names of the added or changed entries
 * @throws IpamError provision.invalid
 */
export async function applyKeys(unit: AdministrativeUnit, { keys }: Pick<ProvisioningDocument, 'keys'>): Promise<string[]> {
  if (keys.length === 0) return [];
  const { repositories, writes } = unit;
  const { keyDays } = await repositories.settings.read();
  const changed: string[] = [];
  for (const [index, entry] of keys.entries()) {
    const label = `keys[${index}]`;
    const owner = await repositories.users.findByName(entry.user);
    if (!owner) return invalidEntry(`${label} "user"`, 'must be the name of a service account or a user');
    const stored = await repositories.accessKeys.find(entry.digest);
    if (stored && stored.userId !== owner.id) invalidEntry(`${label} "user"`, 'is not the owner of the key with this digest');
    requireExpiry(entry, stored?.created ?? timeOf(unit), keyDays, label);
    const { user: _, ...defined } = entry;
    const key: AccessKey = {
      ...{ created: timeOf(unit), lastUsed: null, audience: null },
      ...stored,
      ...defined,
      userId: owner.id,
    };
    if (stored && isSame(inWords(key), inWords(stored))) continue;
    if (stored) await writes.changeKey(owner, stored, key);
    else {
      const live = liveKeysWithName(await repositories.accessKeys.list(owner.id), key.name, timeOf(unit));
      if (live.length >= maxLiveOfName && !isOutlived(key, timeOf(unit)))
        invalidEntry(`${label} "name"`, `is already the name of ${maxLiveOfName} valid keys: revoke one of them first`);
      await writes.addKey(owner, key);
    }
    changed.push(label);
  }
  return changed;
}

const timeOf = ({ at }: AdministrativeUnit): Date => new Date(`${at.replace(' ', 'T')}Z`);

/** A key as a plain object for comparison. */
const inWords = ({ networks, expires, created: _, lastUsed: __, ...key }: AccessKey): object => ({
  ...key,
  networks: networks.map(String),
  expires: expires?.getTime() ?? null,
});

function requireExpiry({ expires }: ProvisionedKey, created: Date, keyDays: number | null, label: string): void {
  if (keyDays === null) return;
  if (expires === null || expires.getTime() > daysFrom(created, keyDays).getTime())
    invalidEntry(`${label} "expires"`, `must be at most ${keyDays} days after the key was added`);
}
