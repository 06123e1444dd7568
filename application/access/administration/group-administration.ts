import { allRoles } from '../../../domain/access/role.js';
import { findGroup, type Group, groupFields } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import type { Caller } from '../../caller.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import { Entry, labelOf } from '../provisioning/entry.js';
import { groupMembers, type ProvisionedGroup, readGroup } from '../provisioning/records.js';
import { roleNames } from '../provisioning/roles.js';
import { type AdministrativeUnit, type AdministrativeUnits, requireUserManager } from './administrative-units.js';
import { requireExpectedMembers } from './member-versions.js';
import { ofGroup, requireWithinRights } from './within-rights.js';

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
    requireUserManager(caller);
    return this.#readers.groups.list();
  }

  /** @throws IpamError provision.invalid, administration.exists */
  async add(caller: Caller, input: GroupInput & { readonly name: string }): Promise<Group> {
    requireUserManager(caller);
    const entry = readInput(input.name, input);
    return this.#run(caller, async ({ repositories, writes }) => {
      const group = await withRoles(repositories, entry, input.name);
      const groups = await repositories.groups.list();
      rejectDuplicate('group', group.name, findGroup(groups, group.name));
      if (group.id !== undefined)
        rejectDuplicate(
          'group with the id',
          group.id,
          groups.find(({ id }) => id === group.id),
        );
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
      const groups = await repositories.groups.list();
      const stored = existing(groups, name);
      requireExpectedMembers(caller, groupFields, stored);
      const entry = readInput(name, { ...stored, ...changes });
      const group = { ...(await withRoles(repositories, entry, name)), id: stored.id };
      await requireWithinRights(caller, repositories, ofGroup(stored), ofGroup(group));
      const others = groups.filter(({ id }) => id !== stored.id);
      if (group.name !== stored.name) rejectDuplicate('group', group.name, findGroup(others, group.name));
      await writes.saveGroup(stored, group);
      return group;
    });
  }

  /** Removes a group from its users and from all permissions. @throws IpamError administration.unknown */
  remove(caller: Caller, name: string): Promise<Group> {
    return this.#run(caller, async ({ repositories, writes }) => {
      const stored = existing(await repositories.groups.list(), name);
      requireExpectedMembers(caller, groupFields, stored);
      await requireWithinRights(caller, repositories, ofGroup(stored));
      await writes.deleteGroup(stored);
      return stored;
    });
  }

  #run<T>(caller: Caller, work: (unit: AdministrativeUnit) => Promise<T>): Promise<T> {
    return this.#units.run(caller, work, requireUserManager);
  }
}

/** Resolves the role names of a group. @throws IpamError provision.invalid for an unknown role */
async function withRoles<G extends Pick<Group, 'roles'>>(
  { roles }: Pick<Repositories, 'roles'>,
  group: G,
  name: string,
): Promise<G> {
  return { ...group, roles: roleNames(group.roles, allRoles(await roles.list()), labelOf('group', name)) };
}

const readInput = (name: string, input: object): ProvisionedGroup =>
  readGroup(new Entry(input, labelOf('group', name), groupMembers));

function existing(groups: readonly Group[], name: string): Group {
  const group = findGroup(groups, name);
  if (!group) throw new IpamError('administration.unknown', { what: 'group', name });
  return group;
}

function rejectDuplicate(what: string, name: number | string, holder: Group | undefined): void {
  if (holder) throw new IpamError('administration.exists', { what, name: String(name) });
}
