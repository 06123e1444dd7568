import { commandLineCaller } from '../../../application/caller.js';
import { historyLimits } from '../../../domain/listing/list-limits.js';
import { action, integer, type Subject } from '../grammar.js';

const { usual, max } = historyLimits;

export const audit: Subject = {
  meaning: 'the history of administration and sign-ins',
  missing: 'the history is read-only: the only action is list',
  actions: {
    list: action({
      meaning: `show the newest entries, newest first (default: ${usual})`,
      operands: [],
      options: [integer('limit', `number of entries, up to ${max}`)],
      check: ({ options: { limit = usual } }) =>
        Number(limit) < 1 || Number(limit) > max ? `--limit must be from 1 to ${max}` : undefined,
      run: (access, { options: { limit = usual } }) => access.audit(commandLineCaller, Number(limit)),
      columns: ['at', 'by', 'appId', 'clientAddress', 'action', 'object', 'objectName', 'differences'],
    }),
  },
};
