import { type Group, isServiceAccount, noPasswordHash, type User, userFields } from '../../../domain/access/user.js';
import type { AdministeredInput } from '../../../domain/fields/administered-field.js';
import type { Caller } from '../../caller.js';
import type { PasswordHasher } from '../../ports/environment.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { Entry, labelOf } from '../provisioning/entry.js';
import { type ProvisionedUser, passwordProblem, readUser, userMembers } from '../provisioning/records.js';
import { withMemberships } from '../provisioning/roles.js';
import { readGroupsAndRoles } from '../role-source.js';
import type { AdministrativeUnit, AdministrativeUnits } from './administrative-units.js';
import { requireProvider } from './apply-provisioning.js';
import { profileOf } from './audited-writes.js';
import {
  requireAdministrator,
  requireExpectedMembers,
  requireKnown,
  requireUnused,
  requireWithinRights,
} from './requirements.js';

export type ListedUser = Omit<User, 'groups' | 'lastActivity' | 'kind' | 'subject'> & { readonly groups: readonly string[] };

export type UserInput = AdministeredInput<typeof userFields>;

/**
 * Adds, changes and removes users. Callers with the right `users` cannot exceed their own rights. Each change is logged. Invalid
 * input changes nothing.
 */
export class UserAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;
  readonly #passwords: PasswordHasher;

  constructor(readers: Readers, units: AdministrativeUnits, passwords: PasswordHasher) {
    this.#readers = readers;
    this.#units = units;
    this.#passwords = passwords;
  }

  /** All users except service accounts, by id. */
  async list(caller: Caller): Promise<ListedUser[]> {
    requireAdministrator(caller, 'users');
    const groups = await this.#readers.groups.list();
    return (await this.#readers.users.list()).filter((user) => !isServiceAccount(user)).map((user) => listed(user, groups));
  }

  /** @throws IpamError provision.invalid, administration.exists */
  async add(caller: Caller, input: UserInput & { readonly username: string }): Promise<ListedUser> {
    requireAdministrator(caller, 'users');
    const { label, entry } = readInput(input.username, input);
    const hash = await this.#hashOfNew(entry);
    return this.#run(caller, async ({ repositories, writes }) => {
      const { users } = repositories;
      await requireProvider(repositories, entry, label);
      requireUnused(await users.findByName(entry.username), 'user', entry.username);
      const known = await readGroupsAndRoles(repositories);
      const profile = profileOf(withMemberships(entry, known, label));
      await requireWithinRights(caller, repositories, profile);
      const id = await writes.addUser(profile, hash);
      return listed(requireKnown(await users.find(id), 'user', entry.username), known.groups);
    });
  }

  /**
   * Changes members of a user. A new password, a new provider, and disabling the user revoke all tokens. A new password removes
   * the provider.
   * @throws IpamError administration.unknown, administration.lastAdministrator, provision.invalid
   */
  async set(caller: Caller, username: string, changes: Omit<UserInput, 'username'>): Promise<ListedUser> {
    requireAdministrator(caller, 'users');
    const { entry: requested } = readInput(username, { ...changes, username });
    const { password } = requested;
    const hash = password === null ? undefined : { hash: await this.#hash(requested, password), replaces: true };
    return this.#run(caller, async ({ repositories, writes }) => {
      const { users } = repositories;
      const stored = await person(repositories, username);
      const known = await readGroupsAndRoles(repositories);
      const { groups } = known;
      requireExpectedMembers(caller, userFields, listed(stored, groups));
      const old = { ...profileOf(stored), groups: namesOf(stored.groups, groups), ...(hash ? { provider: null } : {}) };
      const { label, entry } = readInput(username, { ...old, ...changes, username: stored.username });
      await requireProvider(repositories, entry, label);
      const profile = profileOf(withMemberships(entry, known, label));
      await requireWithinRights(caller, repositories, stored, profile);
      await writes.changeUser(stored, profile, hash);
      return listed(requireKnown(await users.find(stored.id), 'user', username), groups);
    });
  }

  /**
   * Removes a user and all its tokens.
   * @returns the removed user
   * @throws IpamError administration.unknown, administration.lastAdministrator
   */
  remove(caller: Caller, username: string): Promise<ListedUser> {
    return this.#run(caller, async ({ repositories, writes }) => {
      const stored = await person(repositories, username);
      const removed = listed(stored, await repositories.groups.list());
      requireExpectedMembers(caller, userFields, removed);
      await requireWithinRights(caller, repositories, stored);
      await writes.deleteUser(stored);
      return removed;
    });
  }

  #run<T>(caller: Caller, work: (unit: AdministrativeUnit) => Promise<T>): Promise<T> {
    return this.#units.run(caller, work, 'users');
  }

  #hashOfNew(user: UserEntry): Promise<string> {
    if (user.provider !== null) return Promise.resolve(noPasswordHash);
    return this.#hash(user, user.password ?? user.entry.refuse('password', 'is missing'));
  }

  /** @throws IpamError provision.invalid for a password that is too short, common, or the user name */
  async #hash({ username, entry }: UserEntry, password: string): Promise<string> {
    const problem = await passwordProblem(this.#passwords, username, password);
    if (problem !== undefined) entry.refuse('password', problem);
    return this.#passwords.hash(password);
  }
}

/** The user with a name. @throws IpamError administration.unknown, also for a service account */
export async function person({ users }: Pick<Readers, 'users'>, name: string): Promise<User> {
  const user = await users.findByName(name);
  return requireKnown(user && !isServiceAccount(user) ? user : undefined, 'user', name);
}

type UserEntry = ProvisionedUser & { readonly entry: Entry };

function readInput(username: string, input: object): { label: string; entry: UserEntry } {
  const label = labelOf('user', username);
  const entry = new Entry(input, label, userMembers);
  return { label, entry: { ...readUser(entry), entry } };
}

const namesOf = (ids: readonly number[], groups: readonly Group[]): string[] =>
  ids.flatMap((id) => groups.find((group) => group.id === id)?.name ?? []);

const listed = (
  { lastActivity: _active, kind: _kind, subject: _subject, ...user }: User,
  groups: readonly Group[],
): ListedUser => ({
  ...user,
  groups: namesOf(user.groups, groups),
});
