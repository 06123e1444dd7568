import type { ListedToken } from '../../../application/access/administration/token-administration.js';
import { commandLineCaller } from '../../../application/caller.js';
import { sessionFields } from '../../../domain/access/access-token.js';
import { shownNames } from '../field-options.js';
import { action, type Subject, text } from '../grammar.js';

/** Sessions: access tokens and their sign-ins. */
export const session: Subject = {
  meaning: 'sessions of users',
  missing: 'sign-ins create sessions: the actions are list and end',
  actions: {
    list: action({
      meaning: 'show valid sessions with client and last use',
      operands: [],
      options: [text('user', 'only sessions of this user')],
      run: (access, { options: { user } }) => access.tokens.list(commandLineCaller, typeof user === 'string' ? user : undefined),
      columns: shownNames(sessionFields),
    }),
    end: action({
      meaning: 'end all sessions of a user',
      operands: ['USER'],
      options: [],
      run: async (access, { operands: [user = ''] }) => ({ ended: await access.tokens.removeAllOf(commandLineCaller, user) }),
      lines: ({ ended }: { ended: readonly ListedToken[] }) => [
        ended.length === 1 ? '1 session ended' : `${ended.length} sessions ended`,
      ],
    }),
  },
};
