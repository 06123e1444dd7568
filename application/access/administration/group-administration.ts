import type { RightsHolder } from '../../../domain/access/effective-rights.js';
import { allRoles } from '../../../domain/access/role.js';
import { findGroup, type Group, groupFields } from '../../../domain/access/user.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import type { Caller } from '../../caller.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import { Entry, labelOf } from '../provisioning/entry.js';
import { groupMembers, type ProvisionedGroup, readGroup } from '../provisioning/records.js';
import { roleNames } from '../provisioning/roles.js';
import type { AdministrativeUnit, AdministrativeUnits } from './administrative-units.js';
import { requireAdministrator, requireCurrent, requireUnused, requireWithinRights } from './requirements.js';

export type GroupInput = AdministeredInput<typeof groupFields> & { readonly id?: unknown };

/** Adds, changes and removes groups. Each change is logged. Invalid input changes nothing. */
export class GroupAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;

  constructor(readers: Readers, units: AdministrativeUnits) {
    this.#readers = readers;
    this.#units = units;
  }

  async list(caller: Caller): Promise<Group[]> {
    requireAdministrator(caller, 'users');
    return this.#readers.groups.list();
  }

  /** @throws IpamError provision.invalid, administration.exists */
  async add(caller: Caller, input: GroupInput & { readonly name: string }): Promise<Group> {
    requireAdministrator(caller, 'users');
    const entry = readInput(input.name, input);
    return this.#run(caller, async ({ repositories, writes }) => {
      const group = await withRoles(repositories, entry, input.name);
      const groups = await repositories.groups.list();
      requireUnused(findGroup(groups, group.name), 'group', group.name);
      const holder = groups.find(({ id }) => id === group.id);
      requireUnused(holder, 'group with the id', String(group.id));
      await requireWithinRights(caller, repositories, ofGroup(group));
      return { ...group, id: await writes.saveGroup(undefined, group) };
    });
  }

  /**
   * Changes members of a group, including the name.
   * @throws IpamError administration.unknown, administration.exists, provision.invalid
   */
  set(caller: Caller, name: string, changes: Omit<GroupInput, 'id'>): Promise<Group> {
    return this.#run(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, name);
      const entry = readInput(name, { ...stored, ...changes });
      const group = { ...(await withRoles(repositories, entry, name)), id: stored.id };
      await requireWithinRights(caller, repositories, ofGroup(stored), ofGroup(group));
      const others = (await repositories.groups.list()).filter(({ id }) => id !== stored.id);
      if (group.name !== stored.name) requireUnused(findGroup(others, group.name), 'group', group.name);
      await writes.saveGroup(stored, group);
      return group;
    });
  }

  /** Removes a group from its users and from all permissions. @throws IpamError administration.unknown */
  remove(caller: Caller, name: string): Promise<Group> {
    return this.#run(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, name);
      await requireWithinRights(caller, repositories, ofGroup(stored));
      await writes.deleteGroup(stored);
      return stored;
    });
  }

  #run<T>(caller: Caller, work: (unit: AdministrativeUnit) => Promise<T>): Promise<T> {
    return this.#units.run(caller, work, 'users');
  }
}

/** Resolves the role names of a group. @throws IpamError provision.invalid for an unknown role */
async function withRoles({ roles }: Repositories, group: ProvisionedGroup, name: string): Promise<ProvisionedGroup> {
  return { ...group, roles: roleNames(group.roles, allRoles(await roles.list()), labelOf('group', name)) };
}

const readInput = (name: string, input: object): ProvisionedGroup =>
  readGroup(new Entry(input, labelOf('group', name), groupMembers));

/** @throws IpamError administration.unknown, record.changed */
const changeable = async (caller: Caller, { groups }: Repositories, name: string): Promise<Group> =>
  requireCurrent(caller, groupFields, findGroup(await groups.list(), name), 'group', name);

/** The rights that a group grants by its roles. Levels on sections and subnets are excluded. */
const ofGroup = ({ roles }: Pick<Group, 'roles'>): RightsHolder => ({ role: 'User', inventory: 'none', roles });
