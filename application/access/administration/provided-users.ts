import { dnKey, type MappedRights, mappedRights, rulesOf } from '../../../domain/access/provider-mapping.js';
import { findRole } from '../../../domain/access/role.js';
import type { SignInProvider } from '../../../domain/access/sign-in-provider.js';
import { findGroup, noPasswordHash, providedText, type User } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { type Caller, internalCaller } from '../../caller.js';
import type { UserReader } from '../../ports/identity.js';
import type { ProvidedIdentity } from '../../ports/sign-in-providers.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { Entry, isSame } from '../provisioning/entry.js';
import { readUser, userMembers } from '../provisioning/records.js';
import { type GroupsAndRoles, readGroupsAndRoles } from '../role-source.js';
import type { AdministrativeUnits } from './administrative-units.js';
import { type Profile, profileOf } from './audited-writes.js';

/** Users of sign-in providers. They are created at the first sign-in and updated at each one. Each change is logged. */
export class ProvidedUsers {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;

  constructor(readers: Readers, units: AdministrativeUnits) {
    this.#readers = readers;
    this.#units = units;
  }

  /**
   * Creates or updates the user of an authenticated person, with groups, role, name and address from the provider. Disabled users
   * are not updated.
   * @param clientAddress for the history
   * @throws IpamError signIn.refused: the user name is invalid or belongs to another account, the provider creates no users, no
   * rule of a required mapping applies, or the mapping would remove the last administrator
   */
  async settle(provider: SignInProvider, identity: ProvidedIdentity, clientAddress: string | null): Promise<User> {
    const presented = { provider, identity, rights: rightsOf(provider, identity) };
    const user = await find(this.#readers.users, provider, identity);
    if (user?.disabled) return user;
    if (provider.requireMapping && !presented.rights.isMapped)
      throw new IpamError('signIn.refused', { problem: `none of your groups at ${provider.label} may use this service` });
    const stored = user && profileOf(user);
    const known = await readGroupsAndRoles(this.#readers);
    if (user?.subject === identity.subject && stored && isSame(stored, renewed(stored, presented, known))) return user;
    try {
      return await this.#write(presented, clientAddress);
    } catch (error) {
      if (!IpamError.is(error, 'administration.lastAdministrator')) throw error;
      throw new IpamError('signIn.refused', { problem: 'the mapping would leave no administrator' });
    }
  }

  #write(presented: PresentedIdentity, clientAddress: string | null): Promise<User> {
    const { provider, identity } = presented;
    const caller: Caller = { ...internalCaller, name: `sign-in by ${provider.name}`, clientAddress };
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const { users } = repositories;
      const known = await readGroupsAndRoles(repositories);
      const stored = await find(users, provider, identity);
      if (!stored) {
        const profile = renewed(newProfile(provider, identity), presented, known);
        return existing(users, await writes.addUser(profile, noPasswordHash, { subject: identity.subject }));
      }
      const profile = renewed(profileOf(stored), presented, known);
      await writes.changeUser(stored, profile, undefined, identity.subject);
      return existing(users, stored.id);
    });
  }
}

/** An identity with the rights that the mapping of its provider gives. */
interface PresentedIdentity {
  readonly provider: SignInProvider;
  readonly identity: ProvidedIdentity;
  readonly rights: MappedRights;
}

const rightsOf = ({ type, mapping }: SignInProvider, { groups }: ProvidedIdentity): MappedRights =>
  mappedRights(rulesOf(mapping), groups, type === 'ldap' ? dnKey : undefined);

/** The user of a person; undefined for a new user. @throws IpamError signIn.refused */
async function find(users: UserReader, provider: SignInProvider, identity: ProvidedIdentity): Promise<User | undefined> {
  const bySubject = identity.subject === null ? undefined : await users.findBySubject(provider.name, identity.subject);
  if (bySubject) return bySubject;
  const namesake = await users.findByName(identity.username);
  if (namesake && isOpenTo(namesake, provider, identity)) return namesake;
  const byEmail = await findByEmail(users, provider, identity);
  if (byEmail) return byEmail;
  if (namesake)
    throw new IpamError('signIn.refused', { problem: `the user name ${namesake.username} belongs to another account` });
  if (!provider.createUsers) throw new IpamError('signIn.refused', { problem: `there is no user ${identity.username}` });
  return undefined;
}

/** Whether a user has this provider, and either no subject or this one. The subject is the user's id at the provider. */
const isOpenTo = (user: User, provider: SignInProvider, { subject }: ProvidedIdentity): boolean =>
  user.provider === provider.name && (user.subject === null || user.subject === subject);

/**
 * The user with the mail address of the identity, if the provider has verified this address, `matchEmail` is set and exactly one
 * user has it. Users of other providers do not match.
 */
async function findByEmail(users: UserReader, provider: SignInProvider, identity: ProvidedIdentity): Promise<User | undefined> {
  if (provider.type !== 'oidc' || !provider.oidc.matchEmail || !identity.isEmailVerified || identity.email === '')
    return undefined;
  const emailKey = identity.email.toLowerCase();
  const [user, other] = (await users.list()).filter(({ email }) => email.toLowerCase() === emailKey);
  if (!user || other) return undefined;
  return user.provider === null || isOpenTo(user, provider, identity) ? user : undefined;
}

/** The profile of a user with data of the provider. Missing data leave the profile unchanged. Unknown names are ignored. */
function renewed(
  profile: Profile,
  { provider, identity, rights }: PresentedIdentity,
  { groups, roles }: GroupsAndRoles,
): Profile {
  const roleNames = rights.roles?.flatMap((name) => findRole(roles, name)?.name ?? []);
  const ids = rights.groups?.flatMap((name) => findGroup(groups, name)?.id ?? []);
  return {
    ...profile,
    provider: provider.name,
    realName: providedText(identity.realName) || profile.realName,
    email: providedText(identity.email) || profile.email,
    groups: ids ? [...new Set(ids)].sort((a, b) => a - b) : profile.groups,
    role: rights.role ?? profile.role,
    inventory: rights.inventory ?? profile.inventory,
    roles: roleNames ? [...new Set(roleNames)].sort() : profile.roles,
  };
}

/** @throws IpamError signIn.refused for an invalid user name */
function newProfile({ name, label }: SignInProvider, { username }: ProvidedIdentity): Profile {
  try {
    return { ...readUser(new Entry({ username, provider: name }, 'user', userMembers)), groups: [] };
  } catch (error) {
    if (!IpamError.is(error, 'provision.invalid')) throw error;
    throw new IpamError('signIn.refused', { problem: `the user name from ${label} ${error.details.problem}` });
  }
}

async function existing(users: UserReader, id: number): Promise<User> {
  const user = await users.find(id);
  if (!user) throw new Error('the user was not found after it was written');
  return user;
}
