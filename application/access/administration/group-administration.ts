import { allRoles } from '../../../domain/access/role.js';
import { type Group, groupFields, groupNamed } from '../../../domain/access/user.js';
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

/** Unverified members of a group, as in a provisioning file. */
export type GroupInput = AdministeredInput<typeof groupFields> & { readonly id?: unknown };

/** Adds, changes and removes groups. The history has an entry for each change. Invalid input changes nothing. */
export class GroupAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;

  constructor(readers: Readers, units: AdministrativeUnits) {
    this.#readers = readers;
    this.#units = units;
  }

  /** All groups, by id. */
  async list(caller: Caller): Promise<Group[]> {
    requireUserManager(caller);
    return this.#readers.groups.list();
  }

  /** @throws IpamError provision.invalid, administration.exists */
  async add(caller: Caller, input: GroupInput & { readonly name: string }): Promise<Group> {
    requireUserManager(caller);
    const entry = readInput(input.name, input);
    return this.#run(caller, async ({ repositories, writes }) => {
      const given = await withRoles(repositories, entry, input.name);
      const groups = await repositories.groups.list();
      rejectDuplicate('group', given.name, groupNamed(groups, given.name));
      if (given.id !== undefined)
        rejectDuplicate(
          'group with the id',
          given.id,
          groups.find(({ id }) => id === given.id),
        );
      await requireWithinRights(caller, repositories, ofGroup(given));
      return { ...given, id: await writes.saveGroup(undefined, given) };
    });
  }

  /**
   * Changes the given members, including the name.
   * @throws IpamError administration.unknown, administration.exists, provision.invalid
   */
  set(caller: Caller, name: string, changes: Omit<GroupInput, 'id'>): Promise<Group> {
    return this.#run(caller, async ({ repositories, writes }) => {
      const groups = await repositories.groups.list();
      const stored = existing(groups, name);
      requireExpectedMembers(caller, groupFields, stored);
      const entry = readInput(name, { ...stored, ...changes });
      const wanted = { ...(await withRoles(repositories, entry, name)), id: stored.id };
      await requireWithinRights(caller, repositories, ofGroup(stored), ofGroup(wanted));
      const others = groups.filter(({ id }) => id !== stored.id);
      if (wanted.name !== stored.name) rejectDuplicate('group', wanted.name, groupNamed(others, wanted.name));
      await writes.saveGroup(stored, wanted);
      return wanted;
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

/** @throws IpamError provision.invalid for a role that does not exist */
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
  const group = groupNamed(groups, name);
  if (!group) throw new IpamError('administration.unknown', { what: 'group', name });
  return group;
}

function rejectDuplicate(what: string, name: number | string, holder: Group | undefined): void {
  if (holder) throw new IpamError('administration.exists', { what, name: String(name) });
}
