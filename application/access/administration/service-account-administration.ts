import { type Group, isServiceAccount, serviceAccountFields, type User } from '../../../domain/access/user.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import type { Caller } from '../../caller.js';
import type { UserReader } from '../../ports/identity.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { Entry, labelOf } from '../provisioning/entry.js';
import { readServiceAccount, type ServiceAccountInput, serviceAccountMembers } from '../provisioning/keys.js';
import { groupIds, userRoleNames } from '../provisioning/roles.js';
import { type GroupsAndRoles, readGroupsAndRoles } from '../role-source.js';
import type { AdministrativeUnits } from './administrative-units.js';
import { type Profile, profileOf } from './audited-writes.js';
import { requireAdministrator, requireExpectedMembers, requireKnown, requireUnused } from './requirements.js';

export interface ListedServiceAccount extends ServiceAccountInput {
  readonly id: number;
  readonly editDate: string | null;
}

export type ServiceAccountMembers = AdministeredInput<typeof serviceAccountFields>;

/**
 * The profile of a service account. Roles are checked before groups.
 * @throws IpamError provision.invalid for an unknown or forbidden name
 */
export function profileOfAccount({ name, ...account }: ServiceAccountInput, known: GroupsAndRoles, label: string): Profile {
  const roles = userRoleNames(account.roles, known.roles, label);
  const groups = groupIds(account.groups, known, label);
  return profileOf({ ...account, roles, groups, username: name, realName: '', email: '', provider: null });
}

/** Adds, changes and removes service accounts. Each change is logged. Invalid input changes nothing. */
export class ServiceAccountAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;

  constructor(readers: Readers, units: AdministrativeUnits) {
    this.#readers = readers;
    this.#units = units;
  }

  async list(caller: Caller): Promise<ListedServiceAccount[]> {
    requireAdministrator(caller);
    const groups = await this.#readers.groups.list();
    return (await this.#readers.users.list()).filter(isServiceAccount).map((user) => listed(user, groups));
  }

  /** @throws IpamError provision.invalid; administration.exists, also if a user has the name */
  async add(caller: Caller, input: ServiceAccountMembers & { readonly name: string }): Promise<ListedServiceAccount> {
    requireAdministrator(caller);
    const { label, account } = readInput(input.name, input);
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const { users } = repositories;
      const namesake = await users.findByName(account.name);
      requireUnused(namesake, namesake && isServiceAccount(namesake) ? what : 'user', account.name);
      const known = await readGroupsAndRoles(repositories);
      await writes.addUser(profileOfAccount(account, known, label), '', { kind: 'service' });
      return listed(await existing(users, account.name), known.groups);
    });
  }

  /** Changes members of a service account. @throws IpamError administration.unknown, provision.invalid */
  async set(caller: Caller, name: string, changes: Omit<ServiceAccountMembers, 'name'>): Promise<ListedServiceAccount> {
    requireAdministrator(caller);
    readInput(name, { ...changes, name });
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const { users } = repositories;
      const stored = await existing(users, name);
      const known = await readGroupsAndRoles(repositories);
      const before = listed(stored, known.groups);
      requireExpectedMembers(caller, serviceAccountFields, before);
      const { id: _, editDate: __, ...present } = before;
      const { label, account } = readInput(name, { ...present, ...changes, name: stored.username });
      await writes.changeUser(stored, profileOfAccount(account, known, label));
      return listed(await existing(users, name), known.groups);
    });
  }

  /** Removes a service account and all its keys. @throws IpamError administration.unknown */
  remove(caller: Caller, name: string): Promise<ListedServiceAccount> {
    return this.#units.run(caller, async ({ repositories: { users, groups }, writes }) => {
      const stored = await existing(users, name);
      const removed = listed(stored, await groups.list());
      requireExpectedMembers(caller, serviceAccountFields, removed);
      await writes.deleteUser(stored);
      return removed;
    });
  }
}

const what = 'service account';

/** @throws IpamError administration.unknown */
async function existing(users: Pick<UserReader, 'findByName'>, name: string): Promise<User> {
  const user = await users.findByName(name);
  return requireKnown(user && isServiceAccount(user) ? user : undefined, what, name);
}

function readInput(name: string, input: object): { label: string; account: ServiceAccountInput } {
  const label = labelOf(what, name);
  return { label, account: readServiceAccount(new Entry(input, label, serviceAccountMembers)) };
}

const listed = ({ id, username, role, inventory, levels, roles, groups, disabled, editDate }: User, known: readonly Group[]) => ({
  ...{ id, name: username, role, inventory, levels, roles, disabled, editDate },
  groups: groups.flatMap((each) => known.find((group) => group.id === each)?.name ?? []),
});
