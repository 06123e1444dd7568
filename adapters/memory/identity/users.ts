import type {
  GroupReader,
  GroupRepository,
  GroupUse,
  LevelOfSubnets,
  UserReader,
  UserRepository,
} from '../../../application/ports/identity.js';
import { type Group, normalizeUsername, type User } from '../../../domain/access/user.js';
import { kindNames, kindOf } from '../../../domain/catalog/kinds.js';
import { subnetsWithOtherLevel } from '../records/permission-levels.js';
import { updateRecord } from '../records/records.js';
import type { Draft, Source, UserRow } from '../records/state.js';
import { deleteImports } from './imports.js';

const userFields = kindNames.flatMap((owner) => {
  const field = kindOf(owner).owner;
  return field === undefined ? [] : [{ owner, field }];
});

export class MemoryUserReader implements UserReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async find(id: number): Promise<User | undefined> {
    return this.#source.state.users.get(id)?.user;
  }

  async findByName(username: string): Promise<User | undefined> {
    return this.#source.state.users.firstUnder('name', [normalizeUsername(username)])?.user;
  }

  async findBySubject(provider: string, subject: string): Promise<User | undefined> {
    return this.#source.state.users.firstUnder('subject', [provider, subject])?.user;
  }

  async findPasswordHash(userId: number): Promise<string | undefined> {
    return this.#source.state.users.get(userId)?.passwordHash;
  }

  async list(): Promise<User[]> {
    return [...this.#source.state.users.rows()].map(({ user }) => user);
  }
}

export class MemoryUserRepository extends MemoryUserReader implements UserRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async insert(user: Omit<User, 'id'>, passwordHash: string): Promise<number> {
    const id = this.#draft.state.users.nextId;
    this.#store({ id, user: { ...user, id }, passwordHash });
    return id;
  }

  async update(id: number, changes: Partial<Omit<User, 'id'>>): Promise<void> {
    const row = this.#draft.state.users.get(id);
    if (row) this.#store({ ...row, user: { ...row.user, ...changes, id } });
  }

  async setPasswordHash(id: number, passwordHash: string): Promise<void> {
    const row = this.#draft.state.users.get(id);
    if (row) this.#store({ ...row, passwordHash });
  }

  async delete(id: number): Promise<boolean> {
    const { users, tokens, accessKeys, signInOrigins, secondFactors, recoveryCodes, savedViews, oauthGrants } = this.#draft.state;
    const { subscriptions, notices, mails } = this.#draft.state;
    deleteImports(
      this.#draft,
      [...this.#draft.state.imports.under('user', [id])].map((row) => row.id),
    );
    const ownTokens = [...tokens.under('user', [id])];
    const ownKeys = [...accessKeys.under('user', [id])];
    const ownOrigins = [...signInOrigins.under('user', [id])];
    const ownFactors = [...secondFactors.under('user', [id])];
    const ownCodes = [...recoveryCodes.under('digest', [id])];
    const ownGrants = [...oauthGrants.under('user', [id])];
    const ownViews = [...savedViews.under('user', [id])];
    this.#draft.set({
      users: users.without(id),
      oauthGrants: ownGrants.reduce((left, grant) => left.without(grant.id), oauthGrants),
      savedViews: ownViews.reduce((left, view) => left.without(view.id), savedViews),
      subscriptions: [...subscriptions.under('user', [id])].reduce((left, row) => left.without(row.id), subscriptions),
      notices: [...notices.under('user', [id])].reduce((left, row) => left.without(row.id), notices),
      mails: [...mails.under('user', [id])].reduce((left, row) => left.without(row.id), mails),
      secondFactors: ownFactors.reduce((left, factor) => left.without(factor.id), secondFactors),
      recoveryCodes: ownCodes.reduce((left, code) => left.without(code.id), recoveryCodes),
      accessKeys: ownKeys.reduce((left, key) => left.without(key.id), accessKeys),
      tokens: ownTokens.reduce((left, token) => left.without(token.id), tokens),
      signInOrigins: ownOrigins.reduce((left, origin) => left.without(origin.id), signInOrigins),
    });
    for (const { owner, field } of userFields)
      for (const row of [...this.#draft.table(owner).rows()])
        if (row.values[field] === id) updateRecord(this.#draft, owner, row.id, { [field]: null }, {});
    return users.get(id) !== undefined;
  }

  /** @throws Error if another user has the name; callers check the name before */
  #store(row: UserRow): void {
    const { users } = this.#draft.state;
    const holder = users.firstUnder('name', [normalizeUsername(row.user.username)]);
    if (holder && holder.id !== row.id) throw new Error(`user name ${row.user.username} is taken`);
    const { provider, subject } = row.user;
    const known = provider !== null && subject !== null ? users.firstUnder('subject', [provider, subject]) : undefined;
    if (known && known.id !== row.id) throw new Error(`the subject of user ${row.user.username} is taken`);
    const groups = row.user.groups.toSorted((a, b) => a - b);
    this.#draft.set({ users: users.with({ ...row, user: { ...row.user, groups } }) });
  }
}

export class MemoryGroupReader implements GroupReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async list(): Promise<Group[]> {
    return [...this.#source.state.groups.rows()];
  }
}

export class MemoryGroupRepository extends MemoryGroupReader implements GroupRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async save(group: Omit<Group, 'id'> & { readonly id?: number }): Promise<number> {
    const { groups } = this.#draft.state;
    const id = group.id ?? groups.firstUnder('name', [group.name])?.id ?? groups.nextId;
    this.#draft.set({ groups: groups.with({ ...group, id }) });
    return id;
  }

  async delete(id: number): Promise<GroupUse | undefined> {
    const { groups, users } = this.#draft.state;
    if (!groups.get(id)) return undefined;
    const members = [...users.rows()].filter(({ user }) => user.groups.includes(id));
    const without = ({ user }: UserRow) => ({ ...user, groups: user.groups.filter((group) => group !== id) });
    this.#draft.set({
      groups: groups.without(id),
      users: members.reduce((left, row) => left.with({ ...row, user: without(row) }), users),
    });
    return { sections: this.#releaseFrom('section', id), subnets: this.#releaseFrom('subnet', id) };
  }

  async setLevelOfSubnets(change: LevelOfSubnets, editDate: string): Promise<number> {
    const changed = subnetsWithOtherLevel(this.#draft, change);
    for (const { row, permissions } of changed) updateRecord(this.#draft, 'subnet', row.id, { permissions, editDate }, {});
    return changed.length;
  }

  /** @returns the number of changed records */
  #releaseFrom(owner: 'section' | 'subnet', groupId: number): number {
    let released = 0;
    for (const { id, values } of this.#draft.table(owner).rows()) {
      const { permissions } = values;
      if (!(permissions instanceof Map && permissions.has(groupId))) continue;
      const others = new Map([...permissions].filter(([group]) => group !== groupId));
      updateRecord(this.#draft, owner, id, { permissions: others }, {});
      released++;
    }
    return released;
  }
}
