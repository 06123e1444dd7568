import { type AccessKey, daysFrom, isOutlived, liveKeysWithName, maxLiveOfName } from '../../../domain/access/access-key.js';
import { isServiceAccount, noPasswordHash, normalizeUsername, type User } from '../../../domain/access/user.js';
import type { SignInProviderReader } from '../../ports/sign-in-providers.js';
import { applyEach, isSame } from '../provisioning/changed-entries.js';
import type { ProvisioningDocument } from '../provisioning/document.js';
import { invalidEntry } from '../provisioning/entry.js';
import type { ProvisionedKey } from '../provisioning/keys.js';
import { withMemberships } from '../provisioning/roles.js';
import { readGroupsAndRoles } from '../role-source.js';
import type { AdministrativeUnit } from './administrative-units.js';
import { type PreparedHash, profileOf } from './audited-writes.js';
import { profileOfAccount } from './service-account-administration.js';

/** New hashes by normalized user name. A user without an entry has no password in the document, or a matching stored hash. */
export type PreparedHashes = ReadonlyMap<string, PreparedHash>;

/** @throws IpamError provision.invalid */
export async function requireProvider(
  providers: Pick<SignInProviderReader, 'find'>,
  { provider }: Pick<User, 'provider'>,
  label: string,
): Promise<void> {
  if (provider !== null && !(await providers.find(provider))) invalidEntry(`${label} "provider"`, 'names no sign-in provider');
}

/** Applies the users of a document. @returns labels of the changed entries @throws IpamError provision.invalid */
export async function applyUsers(
  { repositories, writes }: AdministrativeUnit,
  { users }: Pick<ProvisioningDocument, 'users'>,
  hashes: PreparedHashes,
): Promise<string[]> {
  const known = await readGroupsAndRoles(repositories);
  return applyEach('users', users, async (entry, label) => {
    const desired = profileOf(withMemberships(entry, known, label));
    await requireProvider(repositories.signInProviders, desired, label);
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
}

/** Applies the service accounts of a document. @returns labels of the changed entries @throws IpamError provision.invalid */
export async function applyServiceAccounts(
  { repositories, writes }: AdministrativeUnit,
  { serviceAccounts }: Pick<ProvisioningDocument, 'serviceAccounts'>,
): Promise<string[]> {
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
}

/**
 * Applies the keys of a document. Keys are matched by digest; their owner cannot change. Other keys are unchanged.
 * @returns labels of the changed entries
 * @throws IpamError provision.invalid
 */
export async function applyKeys(unit: AdministrativeUnit, { keys }: Pick<ProvisioningDocument, 'keys'>): Promise<string[]> {
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
}

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
