import type { GroupRepository, UserRepository } from '../../../application/ports/identity.js';
import { normalizeUsername, type User } from '../../../domain/access/user.js';
import { kindNames, kindOf } from '../../../domain/catalog/kinds.js';
import { recordsWithGroup, subnetsWithOtherLevel, updateRecord } from '../records/records.js';
import type { Draft } from '../records/state.js';
import { importsIn } from './imports.js';

const userFields = kindNames.flatMap((owner) => {
  const field = kindOf(owner).owner;
  return field === undefined ? [] : [{ owner, field }];
});

/** Tables whose values are deleted with their user. */
const ownedTables = [
  ...(['tokens', 'accessKeys', 'signInOrigins', 'secondFactors', 'recoveryCodes', 'oauthGrants'] as const),
  ...(['savedViews', 'subscriptions', 'notices', 'mails'] as const),
];

export function usersIn(draft: Draft): UserRepository {
  const users = draft.collection('users');
  /** @throws Error if another user has the name; callers check the name before */
  const store = (user: User, passwordHash: string): void => {
    const { id, username, provider, subject } = user;
    const holder = users.findBy('name', normalizeUsername(username))?.user;
    if (holder && holder.id !== id) throw new Error(`user name ${username} is taken`);
    const known = provider !== null && subject !== null ? users.findBy('subject', provider, subject)?.user : undefined;
    if (known && known.id !== id) throw new Error(`the subject of user ${username} is taken`);
    users.put(id, { user: { ...user, groups: user.groups.toSorted((a, b) => a - b) }, passwordHash });
  };
  return {
    find: async (id) => users.at(id)?.user,
    findByName: async (username) => users.findBy('name', normalizeUsername(username))?.user,
    findBySubject: async (provider, subject) => users.findBy('subject', provider, subject)?.user,
    findPasswordHash: async (userId) => users.at(userId)?.passwordHash,
    list: async () => users.all().map(({ user }) => user),
    async insert(user, passwordHash) {
      const id = users.nextNumber;
      store({ ...user, id }, passwordHash);
      return id;
    },
    async update(id, changes) {
      const stored = users.at(id);
      if (stored) store({ ...stored.user, ...changes, id }, stored.passwordHash);
    },
    async setPasswordHash(id, passwordHash) {
      const stored = users.at(id);
      if (stored) store(stored.user, passwordHash);
    },
    async delete(id) {
      const imports = importsIn(draft);
      for (const job of await imports.list(id)) await imports.delete(job.id);
      for (const name of ownedTables) draft.collection(name).deleteBy('user', id);
      for (const { owner, field } of userFields)
        for (const row of [...draft.table(owner).rows()])
          if (row.values[field] === id) updateRecord(draft, owner, row.id, { [field]: null }, {});
      return users.at(id) !== undefined && users.deleteRows([{ id }]) > 0;
    },
  };
}

export function groupsIn(draft: Draft): GroupRepository {
  const groups = draft.collection('groups');
  const users = draft.collection('users');
  return {
    list: async () => groups.all(),
    async save(group) {
      const id = group.id ?? groups.numberOf(group.name) ?? groups.nextNumber;
      groups.put(id, { ...group, id });
      return id;
    },
    async delete(id) {
      if (!groups.at(id)) return undefined;
      for (const stored of users.all()) {
        if (!stored.user.groups.includes(id)) continue;
        const left = stored.user.groups.filter((group) => group !== id);
        users.put(stored.user.id, { ...stored, user: { ...stored.user, groups: left } });
      }
      groups.deleteRows([{ id }]);
      return { sections: releaseFrom(draft, 'section', id), subnets: releaseFrom(draft, 'subnet', id) };
    },
    async setLevelOfSubnets(change, editDate) {
      const changed = subnetsWithOtherLevel(draft, change);
      for (const { row, permissions } of changed) updateRecord(draft, 'subnet', row.id, { permissions, editDate }, {});
      return changed.length;
    },
  };
}

/** @returns the number of changed records */
function releaseFrom(draft: Draft, owner: 'section' | 'subnet', groupId: number): number {
  const released = recordsWithGroup(draft, owner, groupId);
  for (const { row, permissions } of released) updateRecord(draft, owner, row.id, { permissions }, {});
  return released.length;
}
