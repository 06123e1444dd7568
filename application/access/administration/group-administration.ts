import { type Group, groupFields, groupNamed } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import type { Caller } from '../../caller.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { Entry, labelOf } from '../provisioning/entry.js';
import { groupMembers, type ProvisionedGroup, readGroup } from '../provisioning/records.js';
import { type AdministrativeUnits, requireAdministrator } from './administrative-units.js';
import { requireExpectedMembers } from './member-versions.js';

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
    requireAdministrator(caller);
    return this.#readers.groups.list();
  }

  /** @throws IpamError provision.invalid, administration.exists */
  async add(caller: Caller, input: GroupInput & { readonly name: string }): Promise<Group> {
    requireAdministrator(caller);
    const given = readInput(input.name, input);
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const groups = await repositories.groups.list();
      rejectDuplicate('group', given.name, groupNamed(groups, given.name));
      if (given.id !== undefined)
        rejectDuplicate(
          'group with the id',
          given.id,
          groups.find(({ id }) => id === given.id),
        );
      return { ...given, id: await writes.saveGroup(undefined, given) };
    });
  }

  /**
   * Changes the given members, including the name.
   * @throws IpamError administration.unknown, administration.exists, provision.invalid
   */
  set(caller: Caller, name: string, changes: Omit<GroupInput, 'id'>): Promise<Group> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const groups = await repositories.groups.list();
      const stored = existing(groups, name);
      requireExpectedMembers(caller, groupFields, stored);
      const wanted = { ...readInput(name, { ...stored, ...changes }), id: stored.id };
      const others = groups.filter(({ id }) => id !== stored.id);
      if (wanted.name !== stored.name) rejectDuplicate('group', wanted.name, groupNamed(others, wanted.name));
      await writes.saveGroup(stored, wanted);
      return wanted;
    });
  }

  /** Removes a group from its users and from all permissions. @throws IpamError administration.unknown */
  remove(caller: Caller, name: string): Promise<Group> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const stored = existing(await repositories.groups.list(), name);
      requireExpectedMembers(caller, groupFields, stored);
      await writes.deleteGroup(stored);
      return stored;
    });
  }
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
