import type { ListedUser } from '../../../application/access/administration/user-administration.js';
import { commandLineCaller } from '../../../application/caller.js';
import { action, flag, list, oneOf, type Subject, switched, text } from '../grammar.js';

const options = [
  oneOf('role', ['Administrator', 'User']),
  oneOf('inventory', ['read', 'write'], 'what the user may do to what belongs to no section'),
  list('groups', 'names separated by commas; empty for none'),
  text('real-name', "the person's name"),
  text('email', 'where to write to'),
  flag('disabled', 'whether the user may not sign in'),
  text('provider', 'sign-in provider that authenticates the user; empty for the password stored here'),
];

const confirmation = (what: string) => (user: ListedUser) => [`user ${user.username} ${what}`];

/** Users: passwords are asked for, or read from standard input. */
export const user: Subject = {
  meaning: 'who signs in',
  actions: {
    list: action({
      meaning: 'show all users',
      operands: [],
      options: [],
      run: (access) => access.users.list(commandLineCaller),
      columns: ['id', 'username', 'role', 'inventory', 'groups', 'realName', 'email', 'disabled', 'provider', 'lastLogin'],
    }),
    add: action({
      meaning: 'add a user; the password is asked for, or is the first line of standard input',
      operands: ['NAME'],
      options,
      password: { unless: 'provider' },
      run: (access, { operands: [username = ''], options: given, password }) =>
        access.users.add(commandLineCaller, { ...given, username, ...(password === undefined ? {} : { password }) }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change what is named of a user; another password ends all tokens of the user',
      operands: ['NAME'],
      options: [...options, switched('new-password', 'ask for a new password, or read it as the first line of standard input')],
      password: { when: 'newPassword' },
      run: (access, { operands: [username = ''], options: { newPassword: _asked, ...changes }, password }) =>
        access.users.set(commandLineCaller, username, password === undefined ? changes : { ...changes, password }),
      lines: confirmation('changed'),
    }),
    remove: action({
      meaning: 'remove a user with all tokens',
      operands: ['NAME'],
      options: [],
      run: (access, { operands: [username = ''] }) => access.users.remove(commandLineCaller, username),
      lines: confirmation('removed'),
    }),
  },
};
