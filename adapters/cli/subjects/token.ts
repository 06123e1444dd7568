import type { ListedToken } from '../../../application/access/administration/token-administration.js';
import { commandLineCaller } from '../../../application/caller.js';
import { action, type Subject, text } from '../grammar.js';

export const token: Subject = {
  meaning: 'tokens of signed-in users',
  missing: 'sign-ins create tokens: the actions are list and remove',
  actions: {
    list: action({
      meaning: 'show valid tokens',
      operands: [],
      options: [text('user', 'only tokens of this user')],
      run: (access, { options: { user } }) => access.tokens.list(commandLineCaller, typeof user === 'string' ? user : undefined),
      columns: ['id', 'user', 'expires'],
    }),
    remove: action({
      meaning: 'revoke a token, or all tokens of a user',
      operands: [],
      optionalOperand: 'ID',
      options: [text('user', 'revoke all tokens of this user')],
      check: ({ operands, options }) =>
        (operands.length === 0) === (options.user === undefined) ? 'give either the ID of a token or --user' : undefined,
      run: async (access, { operands: [id], options: { user } }) => ({
        removed: await (id === undefined
          ? access.tokens.removeAllOf(commandLineCaller, String(user))
          : access.tokens.remove(commandLineCaller, id)),
      }),
      lines: ({ removed }: { removed: readonly ListedToken[] }) => [
        removed.length === 1 ? '1 token removed' : `${removed.length} tokens removed`,
      ],
    }),
  },
};
