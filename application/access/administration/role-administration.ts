import { allRoles, findRole, type OwnRole, type RoleDefinition, roleFields } from '../../../domain/access/role.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import type { Caller } from '../../caller.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import { Entry, invalidEntry, labelOf } from '../provisioning/entry.js';
import { readRole, roleMembers } from '../provisioning/roles.js';
import type { AdministrativeUnits } from './administrative-units.js';
import { requireAdministrator, requireExpectedMembers, requireKnown, requireUnused } from './requirements.js';

export type RoleInput = AdministeredInput<typeof roleFields>;

/** Adds, changes and removes custom roles. Each change is logged. Built-in roles cannot be changed. */
export class RoleAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;

  constructor(readers: Readers, units: AdministrativeUnits) {
    this.#readers = readers;
    this.#units = units;
  }

  /** All roles: built-in roles, then custom ones by name. */
  async list(caller: Caller): Promise<RoleDefinition[]> {
    requireAdministrator(caller, 'users');
    return allRoles(await this.#readers.roles.list());
  }

  /** @throws IpamError provision.invalid, administration.exists */
  add(caller: Caller, input: RoleInput & { readonly name: string }): Promise<RoleDefinition> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const role = readInput(input.name, input);
      requireUnused(findRole(await repositories.roles.list(), role.name), 'role', role.name);
      await writes.saveRole(undefined, role);
      return { ...role, builtIn: false };
    });
  }

  /** Changes members of a role. @throws IpamError administration.unknown, provision.invalid, also for a built-in role */
  set(caller: Caller, name: string, changes: Omit<RoleInput, 'name'>): Promise<RoleDefinition> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, name);
      const role = readInput(name, { ...stored, ...changes });
      await writes.saveRole(stored, role);
      return { ...role, builtIn: false };
    });
  }

  /**
   * Removes a role, also from users and groups.
   * @throws IpamError administration.unknown, provision.invalid for a built-in role
   */
  remove(caller: Caller, name: string): Promise<RoleDefinition> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const stored = await changeable(caller, repositories, name);
      await writes.deleteRole(stored);
      return { ...stored, builtIn: false };
    });
  }
}

const readInput = (name: string, input: object): OwnRole => readRole(new Entry(input, labelOf('role', name), roleMembers));

/** @throws IpamError administration.unknown, record.changed; provision.invalid for a built-in role */
async function changeable(caller: Caller, { roles }: Pick<Repositories, 'roles'>, name: string): Promise<OwnRole> {
  const stored = findRole(await roles.list(), name);
  if (!stored) {
    const builtIn = requireKnown(findRole(allRoles([]), name), 'role', name);
    return invalidEntry(labelOf('role', builtIn.name), 'is built in and cannot be changed');
  }
  requireExpectedMembers(caller, roleFields, stored);
  return stored;
}
