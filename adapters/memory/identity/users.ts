import type { GroupRepository, GroupUse, LevelOfSubnets, UserRepository } from '../../../application/ports/identity.js';
import { type Group, normalizeUsername, type User } from '../../../domain/access/user.js';
import { kindNames, kindOf } from '../../../domain/catalog/kinds.js';
import { subnetsWithOtherLevel, updateRecord } from '../records/records.js';
import { MemoryRepository } from '../records/state.js';
import { MemoryImportRepository } from './imports.js';

const userFields = kindNames.flatMap((owner) => {
  const field = kindOf(owner).owner;
  return field === undefined ? [] : [{ owner, field }];
});

/** Tables whose values are deleted with their user. */
const ownedTables = [
  ...(['tokens', 'accessKeys', 'signInOrigins', 'secondFactors', 'recoveryCodes', 'oauthGrants'] as const),
  ...(['savedViews', 'subscriptions', 'notices', 'mails'] as const),
];

export class MemoryUserRepository extends MemoryRepository implements UserRepository {
  readonly #users = this.draft.collection('users');

  async find(id: number): Promise<User | undefined> {
    return this.#users.at(id)?.user;
  }

  async findByName(username: string): Promise<User | undefined> {
    return this.#users.findBy('name', normalizeUsername(username))?.user;
  }

  async findBySubject(provider: string, subject: string): Promise<User | undefined> {
    return this.#users.findBy('subject', provider, subject)?.user;
  }

  async findPasswordHash(userId: number): Promise<string | undefined> {
    return this.#users.at(userId)?.passwordHash;
  }

  async list(): Promise<User[]> {
    return this.#users.all().map(({ user }) => user);
  }

  async insert(user: Omit<User, 'id'>, passwordHash: string): Promise<number> {
    const id = this.#users.nextNumber;
    this.#store({ ...user, id }, passwordHash);
    return id;
  }

  async update(id: number, changes: Partial<Omit<User, 'id'>>): Promise<void> {
    const stored = this.#users.at(id);
    if (stored) this.#store({ ...stored.user, ...changes, id }, stored.passwordHash);
  }

  async setPasswordHash(id: number, passwordHash: string): Promise<void> {
    const stored = this.#users.at(id);
    if (stored) this.#store(stored.user, passwordHash);
  }

  async delete(id: number): Promise<boolean> {
    const imports = new MemoryImportRepository(this.draft);
    for (const job of await imports.list(id)) await imports.delete(job.id);
    for (const name of ownedTables) this.draft.collection(name).deleteBy('user', id);
    for (const { owner, field } of userFields)
      for (const row of [...this.draft.table(owner).rows()])
        if (row.values[field] === id) updateRecord(this.draft, owner, row.id, { [field]: null }, {});
    return this.#users.at(id) !== undefined && this.#users.deleteRows([{ id }]) > 0;
  }

  /** @throws Error if another user has the name; callers check the name before */
  #store(user: User, passwordHash: string): void {
    const { id, username, provider, subject } = user;
    const holder = this.#users.findBy('name', normalizeUsername(username))?.user;
    if (holder && holder.id !== id) throw new Error(`user name ${username} is taken`);
    const known = provider !== null && subject !== null ? this.#users.findBy('subject', provider, subject)?.user : undefined;
    if (known && known.id !== id) throw new Error(`the subject of user ${username} is taken`);
    this.#users.put(id, { user: { ...user, groups: user.groups.toSorted((a, b) => a - b) }, passwordHash });
  }
}

export class MemoryGroupRepository extends MemoryRepository implements GroupRepository {
  readonly #groups = this.draft.collection('groups');
  readonly #users = this.draft.collection('users');

  async list(): Promise<Group[]> {
    return this.#groups.all();
  }

  async save(group: Omit<Group, 'id'> & { readonly id?: number }): Promise<number> {
    const id = group.id ?? this.#groups.numberOf(group.name) ?? this.#groups.nextNumber;
    this.#groups.put(id, { ...group, id });
    return id;
  }

  async delete(id: number): Promise<GroupUse | undefined> {
    if (!this.#groups.at(id)) return undefined;
    for (const stored of this.#users.all()) {
      if (!stored.user.groups.includes(id)) continue;
      const groups = stored.user.groups.filter((group) => group !== id);
      this.#users.put(stored.user.id, { ...stored, user: { ...stored.user, groups } });
    }
    this.#groups.deleteRows([{ id }]);
    return { sections: this.#releaseFrom('section', id), subnets: this.#releaseFrom('subnet', id) };
  }

  async setLevelOfSubnets(change: LevelOfSubnets, editDate: string): Promise<number> {
    const changed = subnetsWithOtherLevel(this.draft, change);
    for (const { row, permissions } of changed) updateRecord(this.draft, 'subnet', row.id, { permissions, editDate }, {});
    return changed.length;
  }

  /** @returns the number of changed records */
  #releaseFrom(owner: 'section' | 'subnet', groupId: number): number {
    let released = 0;
    for (const { id, values } of this.draft.table(owner).rows()) {
      const { permissions } = values;
      if (!(permissions instanceof Map && permissions.has(groupId))) continue;
      const others = new Map([...permissions].filter(([group]) => group !== groupId));
      updateRecord(this.draft, owner, id, { permissions: others }, {});
      released++;
    }
    return released;
  }
}
