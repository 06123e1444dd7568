import { allRoles, type OwnRole, type RoleDefinition, roleFields, roleNamed } from '../../../domain/access/role.js';
import { IpamError } from '../../../domain/errors.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import type { Caller } from '../../caller.js';
import type { Readers, Repositories } from '../../ports/unit-of-work.js';
import { Entry, labelOf } from '../provisioning/entry.js';
import { readRole, roleMembers } from '../provisioning/roles.js';
import { type AdministrativeUnits, requireUserManager } from './administrative-units.js';
import { requireExpectedMembers } from './member-versions.js';

/** Unverified members of a role, as in a provisioning file. */
export type RoleInput = AdministeredInput<typeof roleFields>;

/**
 * Adds, changes and removes roles that administrators define. The history has an entry for each change. Built-in roles cannot be
 * changed.
 */
export class RoleAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;

  constructor(readers: Readers, units: AdministrativeUnits) {
    this.#readers = readers;
    this.#units = units;
  }

  /** All roles: the built-in ones, then the others by name. */
  async list(caller: Caller): Promise<RoleDefinition[]> {
    requireUserManager(caller);
    return allRoles(await this.#readers.roles.list());
  }

  /** @throws IpamError provision.invalid, administration.exists */
  add(caller: Caller, input: RoleInput & { readonly name: string }): Promise<RoleDefinition> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const role = readInput(input.name, input);
      if (roleNamed(await repositories.roles.list(), role.name))
        throw new IpamError('administration.exists', { what: 'role', name: role.name });
      await writes.saveRole(undefined, role);
      return { ...role, builtIn: false };
    });
  }

  /** Changes the given members. @throws IpamError administration.unknown, provision.invalid, also for a built-in role */
  set(caller: Caller, name: string, changes: Omit<RoleInput, 'name'>): Promise<RoleDefinition> {
    return this.#units.run(caller, async ({ repositories, writes }) => {
      const stored = await existing(repositories, name);
      requireExpectedMembers(caller, roleFields, stored);
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
      const stored = await existing(repositories, name);
      requireExpectedMembers(caller, roleFields, stored);
      await writes.deleteRole(stored);
      return { ...stored, builtIn: false };
    });
  }
}

const readInput = (name: string, input: object): OwnRole => readRole(new Entry(input, labelOf('role', name), roleMembers));

async function existing({ roles }: Pick<Repositories, 'roles'>, name: string): Promise<OwnRole> {
  const own = roleNamed(await roles.list(), name);
  if (own) return own;
  const builtIn = roleNamed(allRoles([]), name);
  if (!builtIn) throw new IpamError('administration.unknown', { what: 'role', name });
  throw new IpamError('provision.invalid', { entry: labelOf('role', builtIn.name), problem: 'is built in and stays as it is' });
}
