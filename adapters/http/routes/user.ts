import type { Caller } from '../../../application/caller.js';
import type { Application } from '../../../application/index.js';
import { inServiceZone } from '../../../application/service-time.js';
import { grantsOf } from '../../../domain/access/effective-rights.js';
import { kindLevels } from '../../../domain/access/kind-level.js';
import { explainOwnRights } from '../../../domain/access/permission-explanation.js';
import { roleRights } from '../../../domain/access/role.js';
import type { User } from '../../../domain/access/user.js';
import { openKindNames } from '../../../domain/catalog/kinds.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { PlainAnswer } from '../answer.js';
import type { ApiRequest, Controller } from '../api-request.js';
import type { MappableCode } from '../error-mapping.js';
import { type RouteDoc, shows } from '../openapi/docs.js';
import { constant, listOf, objectOf, refTo, value, wordOf } from '../openapi/schema.js';
import { RequestError } from '../request-error.js';
import type { WireObject } from '../wire/wire-value.js';
import { codesOf } from './common/docs.js';
import { reading, writing } from './route.js';

const expirySchema = value('time', 'Expiry of the token; each use extends it.');
const keyExpirySchema = value('timeOrNull', 'Expiry of the token, which each use extends, or of the key, which is fixed.');

/** Errors that report why a token is refused. Other routes do not report the reason. */
const refusals: readonly MappableCode[] = [
  'access.tokenMissing',
  'access.tokenInvalid',
  'access.tokenExpired',
  'access.notNeeded',
  'token.invalid',
  'token.expired',
];

const userList = {
  text: 'Requires an application that may administer; a key requires the scope `admin`.',
  answer: shows(listOf(refTo('user'))),
  errors: refusals,
};

export const userDocs = {
  signIn: {
    id: 'signIn',
    summary: 'Sign in',
    text: 'Requires user name and password in the `Authorization` header (Basic). Send the token in the header `token` of every further request. It expires after six hours without use (`HEXIPAM_TOKEN_TTL`). **The status for a wrong password is 500**, as clients of this interface expect. After several failures, the client or the user name is blocked for a time. A user with a second factor sends its code in the header `X-Hexipam-OTP` or as `otp`.',
    input: { members: { otp: { description: 'Code of a second factor, or recovery code.', type: 'string' } }, others: {} },
    answer: shows(objectOf({ token: { description: 'Access token.', type: 'string', minLength: 24 }, expires: expirySchema })),
    errors: ['access.credentialsMissing', ...codesOf('signIn'), 'access.notNeeded'],
  },
  expiry: {
    id: 'getTokenExpiry',
    summary: 'Retrieve the expiry of the token',
    text: 'This request does not extend the token.',
    answer: shows(objectOf({ expires: keyExpirySchema })),
    errors: refusals,
  },
  rights: {
    id: 'getOwnRights',
    summary: 'Own rights',
    text: 'Returns the permission levels by kind and the administration permissions, each with the rule that grants it, e.g. `role Operator of group NOC`. For a key, only those within its scopes. The response excludes levels on sections and subnets.',
    answer: shows(
      objectOf({
        levels: listOf(
          objectOf({
            kind: wordOf(openKindNames, 'The kind.'),
            level: wordOf(kindLevels, 'Records of a kind with level none are hidden.'),
            rule: { type: 'string', description: 'The rule that the level follows from.' },
          }),
        ),
        rights: listOf(
          objectOf({
            right: {
              description: 'A right that is granted; administer includes all others.',
              type: 'string',
              enum: [...roleRights, 'administer'],
            },
            rule: { type: 'string', description: 'The rule that the right follows from.' },
          }),
        ),
      }),
    ),
    errors: refusals,
  },
  all: { id: 'listUserAccounts', summary: 'List users', ...userList },
  admins: { id: 'listAdministrators', summary: 'List administrators', ...userList },
  refresh: {
    id: 'refreshToken',
    summary: 'Extend the token',
    text: 'Extends the expiry, like any other use of the token. The expiry of a key is fixed.',
    answer: shows(objectOf({ expires: keyExpirySchema })),
    errors: refusals,
  },
  signOut: {
    id: 'signOut',
    summary: 'Sign out',
    text: 'Revokes the token. A key remains valid until its owner revokes it.',
    answer: shows(listOf(constant('Token removed'))),
    errors: refusals,
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

/** /user/: sign-in, token expiry and revocation, and lists of users. */
export function userController(application: Application): Controller {
  const expiry = async ({ token, caller: { key } }: ApiRequest): Promise<PlainAnswer> =>
    expires(key ? key.expires : await application.accessTokens.expiryOf(present(token)));
  const getOwn = reading('ownToken');
  const listUsers = reading('users');
  const writeOwn = writing('ownToken');
  return {
    names: ['user'],
    routes: [
      writing('signIn')('POST', '/{*rest}', userDocs.signIn, signIn),
      ...['/', '/token{/*rest}', '/token_expires{/*rest}'].map((path) => getOwn(path, userDocs.expiry, expiry)),
      getOwn('/rights{/*rest}', userDocs.rights, async ({ caller }) => ({ data: await ownRights(application, caller) })),
      listUsers('/all{/*rest}', userDocs.all, async () => ({ data: (await application.directory.users()).map(userRecord) })),
      listUsers('/admins{/*rest}', userDocs.admins, async () => ({
        data: (await application.directory.users()).filter((user) => user.role === 'Administrator').map(userRecord),
      })),
      {
        ...getOwn('/*rest', userDocs.expiry, () => {
          throw new RequestError('request.identifier');
        }),
        docs: null,
      },
      writeOwn('PATCH', '/{*rest}', userDocs.refresh, async ({ token, caller: { key } }) =>
        expires(key ? key.expires : await application.accessTokens.refresh(present(token))),
      ),
      writeOwn('DELETE', '/{*rest}', userDocs.signOut, async ({ token }) => {
        await application.accessTokens.revoke(present(token));
        return { data: ['Token removed'] };
      }),
    ],
  };
}

/** The rights of the caller, each with the rule that grants it. For a key, only the rights within its scopes. */
async function ownRights({ directory }: Application, caller: Caller): Promise<WireObject> {
  const grants = caller.user ? grantsOf(caller.user, await directory.roleSource()) : [];
  const { levels, rights } = explainOwnRights(caller, grants);
  return { levels: levels.map((each) => ({ ...each })), rights: rights.map((each) => ({ ...each })) };
}

const expires = (date: Date | null): PlainAnswer => ({ data: { expires: date && inServiceZone(formatTimestamp(date)) } });

function present(token: string | undefined): string {
  if (token === undefined) throw new RequestError('access.tokenMissing');
  return token;
}

async function signIn(request: ApiRequest): Promise<PlainAnswer> {
  const granted = await request.signIn();
  if (!granted) throw new RequestError('access.credentialsMissing');
  return { data: { token: granted.token, expires: inServiceZone(formatTimestamp(granted.expires)) } };
}

function userRecord(user: User): WireObject {
  return {
    id: user.id,
    username: user.username,
    groups: user.groups.length > 0 ? JSON.stringify(Object.fromEntries(user.groups.map((id) => [id, String(id)]))) : '',
    role: user.role,
    real_name: user.realName,
    email: user.email,
    disabled: user.disabled ? 'Yes' : 'No',
    editDate: user.editDate && inServiceZone(user.editDate),
    lastLogin: user.lastLogin && inServiceZone(user.lastLogin),
    lastActivity: user.lastActivity && inServiceZone(user.lastActivity),
  };
}
