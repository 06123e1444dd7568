import type { AccessAdministration } from '../../../../application/access/administration/index.js';
import type { ChangeEntry } from '../../../../application/ports/change-log.js';
import { sessionFields } from '../../../../domain/access/access-token.js';
import { factorFields } from '../../../../domain/access/second-factor.js';
import type { ChangeAction } from '../../../../domain/changes/change.js';
import { historyLimits, requireHistory } from '../../../../domain/listing/list-limits.js';
import { scalarText, zonedTimestamp } from '../../../../domain/scalar-text.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest, Route } from '../../api-request.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, text, value, wordOf } from '../../openapi/schema.js';
import { isNumeric } from '../../paths.js';
import type { WireObject } from '../../wire/wire-value.js';
import { confirmed } from '../common/answers.js';
import { reading, writing } from '../route.js';
import { memberOutputSchemas, namePath } from './member-schemas.js';
import { showMembers } from './members.js';

const removed = objectOf({ removed: value('integer', 'Number of removed factors.') });

const ended = objectOf({ ended: value('integer', 'Number of revoked tokens.') });

const block = objectOf({
  id: { ...text, description: 'ID of the block.' },
  client: refTo('textOrNull', 'Blocked client network; null for a blocked user name.'),
  users: { description: 'Users with the blocked name; empty for an unknown name.', ...listOf(text) },
  failures: value('integer', 'Number of failed sign-ins.'),
  until: value('moment', 'Time of the next permitted attempt.'),
});

const about = {
  tokens: {
    id: 'listTokens',
    summary: 'List valid tokens',
    text: 'Ordered by user, then by expiry. The ID of a token is the beginning of its digest, which does not authenticate.',
    query: { user: { description: 'Only tokens of this user.', type: 'string' } },
    answer: shows(listOf(memberOutputSchemas(sessionFields))),
    errors: ['administration.unknown'],
  },
  endToken: {
    id: 'revokeToken',
    summary: 'Revoke a token',
    text: 'Clients with this token must sign in again.',
    path: {
      id: {
        description: 'ID of the token from the list: the beginning of its digest.',
        type: 'string',
        minLength: 1,
        examples: ['0123456789ab'],
      },
    },
    answer: { shows: 'plain', message: 'Token ended', data: ended },
    errors: ['administration.unknown'],
  },
  factors: {
    id: 'listUserFactors',
    summary: 'The second factors of a user',
    text: 'Returns the second factors of the user, without their secrets.',
    path: namePath('a user', 'anna'),
    answer: shows(listOf(memberOutputSchemas(factorFields))),
    errors: ['administration.unknown'],
  },
  resetFactors: {
    id: 'resetUserFactors',
    summary: 'Remove all second factors of a user',
    text: 'Also deletes the recovery codes. Only the user can add new factors.',
    path: namePath('a user', 'anna'),
    answer: { shows: 'plain', message: 'Factors removed', data: removed },
    errors: ['administration.unknown'],
  },
  endTokens: {
    id: 'revokeUserTokens',
    summary: 'Revoke all tokens of a user',
    text: 'Clients with a token of the user must sign in again.',
    path: namePath('a user', 'anna'),
    answer: { shows: 'plain', message: 'Tokens ended', data: ended },
    errors: ['administration.unknown'],
  },
  history: {
    id: 'listAdministrationHistory',
    summary: 'List changes of administration and sign-ins',
    text: 'Returns the history, newest first.',
    query: {
      only: wordOf(['signIns'], '`signIns`: only entries about sign-ins.'),
      limit: { description: 'Number of entries.', type: 'integer', minimum: 1, maximum: historyLimits.max },
    },
    answer: shows(
      listOf(
        objectOf({
          at: value('moment'),
          by: { ...text, description: 'Author of the change.' },
          clientAddress: refTo('textOrNull', 'Address of the client; null for a local change.'),
          app: refTo('textOrNull', 'Application of the request; null for none.'),
          action: { ...text, description: 'Action: add, edit, delete, signIn, signInFailed, block, unblock, rotate.' },
          kind: {
            ...text,
            description:
              'Type of the object: user, group, role, app, customField, settings, token, key, clientAddress, webhook, provider.',
          },
          name: refTo('textOrNull', 'Name of the object.'),
          differences: { description: 'Changes by member as text: `[role]: User => Administrator`.', ...listOf(text) },
        }),
      ),
    ),
    errors: ['list.limit'],
  },
  blocks: {
    id: 'listBlocks',
    summary: 'List blocks of sign-ins',
    text: 'Returns the client networks and user names that are blocked after too many failures, most failures first.',
    answer: shows(listOf(block)),
  },
  liftBlock: {
    id: 'liftBlock',
    summary: 'Lift a block',
    text: 'The blocked clients can sign in again immediately.',
    path: { id: { description: 'ID of the block.', type: 'string', minLength: 1, examples: ['client 192.0.2.7'] } },
    answer: { shows: 'plain', message: 'Block lifted' },
    errors: ['administration.unknown'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

const get = reading('administer');
const getHistory = reading('audit');
const write = writing('administer');

const ofSignIns: readonly ChangeAction[] = ['signIn', 'signInFailed', 'block', 'unblock'];

export const signInRoutes = ({ tokens, factors, signInBlocks, ...access }: AccessAdministration): Route[] => [
  get('/tokens', about.tokens, async ({ caller, parameters }) => ({
    data: (await tokens.list(caller, userIn(parameters))).map((token) => showMembers(sessionFields, token)),
    isLong: true,
  })),
  write('DELETE', '/tokens/:id', about.endToken, ({ path: { id = '' }, write: writeOnce }) =>
    writeOnce((caller) => tokens.remove(caller, id), counted('Token ended', 'ended')),
  ),
  write('DELETE', '/users/:name/tokens', about.endTokens, ({ path: { name = '' }, write: writeOnce }) =>
    writeOnce((caller) => tokens.removeAllOf(caller, name), counted('Tokens ended', 'ended')),
  ),
  get('/users/:name/factors', about.factors, async ({ caller, path: { name = '' } }) => ({
    data: (await factors.list(caller, name)).map((factor) => showMembers(factorFields, factor)),
    isLong: true,
  })),
  write('DELETE', '/users/:name/factors', about.resetFactors, ({ path: { name = '' }, write: writeOnce }) =>
    writeOnce((caller) => factors.reset(caller, name), counted('Factors removed', 'removed')),
  ),
  getHistory('/history', about.history, async ({ caller, parameters }) => {
    const actions = scalarText(parameters.only) === 'signIns' ? ofSignIns : undefined;
    return { data: (await access.audit(caller, readLimit(parameters), actions)).map(showEntry), isLong: true };
  }),
  get('/blocks', about.blocks, async ({ caller }) => ({
    data: (await signInBlocks.list(caller)).map(({ until, users, ...block }) => ({
      ...block,
      users: [...users],
      until: zonedTimestamp(until),
    })),
    isLong: true,
  })),
  write('DELETE', '/blocks/:id', about.liftBlock, ({ path: { id = '' }, write: writeOnce }) =>
    writeOnce((caller) => signInBlocks.lift(caller, id), confirmed('Block lifted')),
  ),
];

/** Creates the answer of a write to several records. @param name member with their number */
const counted =
  (message: string, name: 'ended' | 'removed') =>
  (records: readonly unknown[]): PlainAnswer => ({ message, data: { [name]: records.length } });

type Parameters = ApiRequest['parameters'];

function userIn({ user }: Parameters): string | undefined {
  const name = scalarText(user);
  return name === '' ? undefined : name;
}

function readLimit({ limit = historyLimits.usual }: Parameters): number {
  const text = scalarText(limit) ?? '';
  const number = isNumeric(text) ? Number(text) : 0;
  requireHistory(number);
  return number;
}

const showEntry = ({ at, by, clientAddress, appId, action, object, objectName, differences }: ChangeEntry): WireObject => ({
  at: zonedTimestamp(at),
  by,
  clientAddress,
  app: appId,
  action,
  kind: object,
  name: objectName,
  differences: [...differences],
});
