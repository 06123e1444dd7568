import type { ListedToken } from '../../../application/access/administration/token-administration.js';
import { commandLineCaller } from '../../../application/caller.js';
import { sessionFields } from '../../../domain/access/access-token.js';
import { historyLimits } from '../../../domain/listing/list-limits.js';
import { shownNames } from '../field-options.js';
import { action, integer, type Subject, text } from '../grammar.js';

/** Sessions: access tokens and their sign-ins. */
export const session: Subject = {
  meaning: 'sessions of users',
  missing: 'sign-ins create sessions: the actions are list and end',
  actions: {
    list: action({
      meaning: 'show valid sessions with client and last use',
      options: [text('user', 'only sessions of this user')],
      run: (access, { options: { user } }) => access.tokens.list(commandLineCaller, typeof user === 'string' ? user : undefined),
      columns: shownNames(sessionFields),
    }),
    end: action({
      meaning: 'end all sessions of a user',
      operands: ['USER'],
      run: async (access, { operands: [user = ''] }) => ({ ended: await access.tokens.removeAllOf(commandLineCaller, user) }),
      lines: ({ ended }: { ended: readonly ListedToken[] }) => [
        ended.length === 1 ? '1 session ended' : `${ended.length} sessions ended`,
      ],
    }),
  },
};

export const token: Subject = {
  meaning: 'tokens of signed-in users',
  missing: 'sign-ins create tokens: the actions are list and remove',
  actions: {
    list: action({
      meaning: 'show valid tokens',
      options: [text('user', 'only tokens of this user')],
      run: (access, { options: { user } }) => access.tokens.list(commandLineCaller, typeof user === 'string' ? user : undefined),
      columns: ['id', 'user', 'expires'],
    }),
    remove: action({
      meaning: 'revoke a token, or all tokens of a user',
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

const { usual, max } = historyLimits;

export const audit: Subject = {
  meaning: 'the history of administration and sign-ins',
  missing: 'the history is read-only: the only action is list',
  actions: {
    list: action({
      meaning: `show the newest entries, newest first (default: ${usual})`,
      options: [integer('limit', `number of entries, up to ${max}`)],
      check: ({ options: { limit = usual } }) =>
        Number(limit) < 1 || Number(limit) > max ? `--limit must be from 1 to ${max}` : undefined,
      run: (access, { options: { limit = usual } }) => access.audit(commandLineCaller, Number(limit)),
      columns: ['at', 'by', 'appId', 'clientAddress', 'action', 'object', 'objectName', 'differences'],
    }),
  },
};
