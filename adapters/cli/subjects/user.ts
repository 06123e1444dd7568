import type { ListedUser } from '../../../application/access/administration/user-administration.js';
import { orderedUserFields } from '../../../application/access/provisioning/records.js';
import { commandLineCaller } from '../../../application/caller.js';
import { optionsOf, shownNames } from '../field-options.js';
import { action, type Subject, switched } from '../grammar.js';

const options = optionsOf(orderedUserFields, {
  role: null,
  inventory: 'level on records of all kinds',
  levels: 'other levels on single kinds, e.g. vlan:write,rack:none; empty: none',
  roles: 'names separated by commas; empty: none',
  groups: 'names separated by commas; empty: none',
  provider: 'sign-in provider that authenticates the user; empty: the stored password',
});

const confirmation = (what: string) => (user: ListedUser) => [`user ${user.username} ${what}`];

/** Users. Passwords come from a prompt or standard input. */
export const user: Subject = {
  meaning: 'users',
  actions: {
    list: action({
      meaning: 'show all users',
      operands: [],
      options: [],
      run: (access) => access.users.list(commandLineCaller),
      columns: shownNames(orderedUserFields).filter((name) => name !== 'editDate'),
    }),
    add: action({
      meaning: 'add a user; the password is read from the terminal or from the first line of standard input',
      operands: ['NAME'],
      options,
      password: { unless: 'provider' },
      run: (access, { operands: [username = ''], options: fields, password }) =>
        access.users.add(commandLineCaller, { ...fields, username, ...(password === undefined ? {} : { password }) }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change a user; a new password revokes all tokens of the user',
      operands: ['NAME'],
      options: [
        ...options,
        switched('new-password', 'ask for a new password, or read it as the first line of standard input'),
        switched('reset-factors', 'remove all second factors and recovery codes of the user'),
      ],
      password: { when: 'newPassword' },
      run: async (
        access,
        { operands: [username = ''], options: { newPassword: _asked, resetFactors, ...changes }, password },
      ) => {
        if (resetFactors === true) await access.factors.reset(commandLineCaller, username);
        return access.users.set(commandLineCaller, username, password === undefined ? changes : { ...changes, password });
      },
      lines: confirmation('changed'),
    }),
    remove: action({
      meaning: 'remove a user and all tokens of the user',
      operands: ['NAME'],
      options: [],
      run: (access, { operands: [username = ''] }) => access.users.remove(commandLineCaller, username),
      lines: confirmation('removed'),
    }),
  },
};
