import type { AccessAdministration } from '../../../../application/access/administration/index.js';
import type { ChangeEntry } from '../../../../application/ports/change-log.js';
import { sessionFields } from '../../../../domain/access/access-token.js';
import { factorFields } from '../../../../domain/access/second-factor.js';
import type { ChangeAction } from '../../../../domain/changes/change.js';
import { historyLimits, requireHistory } from '../../../../domain/listing/list-limits.js';
import { scalarText, zonedTimestamp } from '../../../../domain/scalar-text.js';
import type { ApiRequest, Route } from '../../api-request.js';
import { isNumeric } from '../../paths.js';
import type { WireObject } from '../../wire/wire-value.js';
import { confirmed } from '../common/answers.js';
import { reading, writing } from '../route.js';
import { adminDocs as about } from './docs.js';
import { showMembers } from './members.js';

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
    writeOnce(
      (caller) => tokens.remove(caller, id),
      (ended) => ({ message: 'Token ended', data: { ended: ended.length } }),
    ),
  ),
  write('DELETE', '/users/:name/tokens', about.endTokens, ({ path: { name = '' }, write: writeOnce }) =>
    writeOnce(
      (caller) => tokens.removeAllOf(caller, name),
      (ended) => ({ message: 'Tokens ended', data: { ended: ended.length } }),
    ),
  ),
  get('/users/:name/factors', about.factors, async ({ caller, path: { name = '' } }) => ({
    data: (await factors.list(caller, name)).map((factor) => showMembers(factorFields, factor)),
    isLong: true,
  })),
  write('DELETE', '/users/:name/factors', about.resetFactors, ({ path: { name = '' }, write: writeOnce }) =>
    writeOnce(
      (caller) => factors.reset(caller, name),
      (removed) => ({ message: 'Factors removed', data: { removed: removed.length } }),
    ),
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
