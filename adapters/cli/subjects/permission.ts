import { commandLineCaller } from '../../../application/caller.js';
import { action, type Subject } from '../grammar.js';

/** Permissions of users, for the command explain-permission. */
export const permission: Subject = {
  meaning: 'permissions of users',
  actions: {
    explain: action({
      meaning: 'permissions of a user on an object, and the rules that grant them',
      operands: ['USER', 'OBJECT'],
      options: [],
      run: (access, { operands: [username = '', object = ''] }) =>
        access.explanations.explain(commandLineCaller, username, object),
    }),
  },
};
