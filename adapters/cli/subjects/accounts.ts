import type { ListedServiceAccount } from '../../../application/access/administration/service-account-administration.js';
import type { ListedUser } from '../../../application/access/administration/user-administration.js';
import { orderedUserFields } from '../../../application/access/provisioning/records.js';
import { commandLineCaller } from '../../../application/caller.js';
import { type RoleDefinition, roleFields, roleRights } from '../../../domain/access/role.js';
import { type Group, groupFields, serviceAccountFields } from '../../../domain/access/user.js';
import { optional, optionsOf, shownNames } from '../field-options.js';
import { action, integer, type Subject, switched } from '../grammar.js';
import { administrationOf } from './administration.js';

const levelWords = {
  inventory: 'level on records of all kinds',
  levels: 'other levels on single kinds, e.g. vlan:write,rack:none; empty: none',
  roles: 'names separated by commas; empty: none',
  groups: 'names separated by commas; empty: none',
};

const shownWithoutEditDate = (fields: Parameters<typeof shownNames>[0]): string[] =>
  shownNames(fields).filter((name) => name !== 'editDate');

const userOptions = optionsOf(orderedUserFields, {
  ...{ role: null, ...levelWords },
  provider: 'sign-in provider that authenticates the user; empty: the stored password',
});

/** Users. Passwords come from a prompt or standard input. */
export const user: Subject = {
  meaning: 'users',
  actions: administrationOf<ListedUser>({
    of: ({ users, factors }) => ({
      list: (caller) => users.list(caller),
      add: (caller, { name: username, ...input }) => users.add(caller, { ...input, username }),
      async set(caller, username, { newPassword: _asked, resetFactors, ...changes }) {
        if (resetFactors === true) await factors.reset(caller, username);
        return users.set(caller, username, changes);
      },
      remove: (caller, username) => users.remove(caller, username),
    }),
    label: ({ username }) => `user ${username}`,
    columns: shownWithoutEditDate(orderedUserFields),
    list: 'show all users',
    add: {
      meaning: 'add a user; the password is read from the terminal or from the first line of standard input',
      options: userOptions,
      password: { unless: 'provider' },
    },
    set: {
      meaning: 'change a user; a new password revokes all tokens of the user',
      options: [
        ...userOptions,
        switched('new-password', 'ask for a new password, or read it as the first line of standard input'),
        switched('reset-factors', 'remove all second factors and recovery codes of the user'),
      ],
      password: { when: 'newPassword' },
    },
    remove: 'remove a user and all tokens of the user',
  }),
};

const serviceAccountOptions = optionsOf(serviceAccountFields, { role: null, ...levelWords });

/** Service accounts: users that authenticate with keys only. */
export const serviceAccount: Subject = {
  meaning: 'accounts of programs, with keys and without a password',
  actions: administrationOf<ListedServiceAccount>({
    of: ({ serviceAccounts }) => serviceAccounts,
    label: ({ name }) => `service account ${name}`,
    columns: shownWithoutEditDate(serviceAccountFields),
    list: 'show all service accounts',
    add: { meaning: 'add a service account', options: serviceAccountOptions },
    set: { meaning: 'change a service account', options: serviceAccountOptions },
    remove: 'remove a service account with all of its keys',
  }),
};

const groupOptions = optionsOf(groupFields, { name: 'new name', roles: levelWords.roles });

export const group: Subject = {
  meaning: 'groups of users',
  actions: administrationOf<Group>({
    of: ({ groups }) => groups,
    label: ({ name }) => `group ${name}`,
    columns: shownNames(groupFields),
    list: 'show all groups',
    add: {
      meaning: 'add a group',
      options: [integer('id', 'ID of the group; default: the next one'), ...groupOptions.filter(({ name }) => name !== 'name')],
    },
    set: { meaning: 'change a group', options: optional(groupOptions) },
    remove: 'remove a group, its memberships and its permissions',
  }),
};

const roleOptions = optionsOf(roleFields, {
  inventory: levelWords.inventory,
  levels: 'other levels on single kinds, e.g. vlan:write,rack:none; empty for none',
  rights: `further rights: ${roleRights.join(', ')}; empty for none`,
});

/** Roles: named sets of permission levels by kind, and of administration permissions. */
export const role: Subject = {
  meaning: 'roles of users and groups: levels on kinds of records, and rights',
  actions: administrationOf<RoleDefinition>({
    of: ({ roles }) => roles,
    label: ({ name }) => `role ${name}`,
    columns: shownNames(roleFields),
    list: 'show all roles, the built-in ones first',
    add: { meaning: 'add a role', options: roleOptions },
    set: { meaning: 'change a role; built-in roles cannot be changed', options: roleOptions },
    remove: 'remove a role; users and groups lose it',
  }),
};

/** Permissions of users, for the command explain-permission. */
export const permission: Subject = {
  meaning: 'permissions of users',
  actions: {
    explain: action({
      meaning: 'permissions of a user on an object, and the rules that grant them',
      operands: ['USER', 'OBJECT'],
      run: (access, { operands: [username = '', object = ''] }) =>
        access.explanations.explain(commandLineCaller, username, object),
    }),
  },
};
