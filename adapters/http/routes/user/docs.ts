import { kindLevels } from '../../../../domain/access/kind-level.js';
import { roleRights } from '../../../../domain/access/role.js';
import { openKindNames } from '../../../../domain/catalog/kinds.js';
import type { MappableCode } from '../../error-mapping.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { constant, listOf, objectOf, refTo, value, wordOf } from '../../openapi/schema.js';

const expires = value('time', 'Expiry of the token; each use extends it.');
const keyExpires = value('timeOrNull', 'Expiry of the token, which each use extends, or of the key, which is fixed.');

/** Errors that report why a token is refused. Other routes do not report the reason. */
const refusals: readonly MappableCode[] = [
  'access.tokenMissing',
  'access.tokenInvalid',
  'access.tokenExpired',
  'access.notNeeded',
  'token.invalid',
  'token.expired',
];

export const userDocs = {
  signIn: {
    id: 'signIn',
    summary: 'Sign in',
    text: 'Requires user name and password in the `Authorization` header (Basic). Send the token in the header `token` of every further request. It expires after six hours without use (`HEXIPAM_TOKEN_TTL`). **The status for a wrong password is 500**, as clients of this interface expect. After several failures, the client or the user name is blocked for a time. A user with a second factor sends its code in the header `X-Hexipam-OTP` or as `otp`.',
    input: { members: { otp: { description: 'Code of a second factor, or recovery code.', type: 'string' } }, others: {} },
    answer: shows(objectOf({ token: { description: 'Access token.', type: 'string', minLength: 24 }, expires })),
    errors: [
      'access.credentialsMissing',
      'signIn.failed',
      'signIn.userDisabled',
      'signIn.blocked',
      'signIn.nameBlocked',
      'signIn.busy',
      'signIn.refused',
      'signIn.factorNeeded',
      'signIn.factorWrong',
      'signIn.factorMissing',
      'access.notNeeded',
    ],
  },
  expiry: {
    id: 'getTokenExpiry',
    summary: 'Retrieve the expiry of the token',
    text: 'This request does not extend the token.',
    answer: shows(objectOf({ expires: keyExpires })),
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
  all: {
    id: 'listUserAccounts',
    summary: 'List users',
    text: 'Requires an application that may administer; a key requires the scope `admin`.',
    answer: shows(listOf(refTo('user'))),
    errors: [...refusals, 'permission.denied'],
  },
  admins: {
    id: 'listAdministrators',
    summary: 'List administrators',
    text: 'Requires an application that may administer; a key requires the scope `admin`.',
    answer: shows(listOf(refTo('user'))),
    errors: [...refusals, 'permission.denied'],
  },
  refresh: {
    id: 'refreshToken',
    summary: 'Extend the token',
    text: 'Extends the expiry, like any other use of the token. The expiry of a key is fixed.',
    input: { others: {} },
    answer: shows(objectOf({ expires: keyExpires })),
    errors: refusals,
  },
  signOut: {
    id: 'signOut',
    summary: 'Sign out',
    text: 'Revokes the token. A key remains valid until its owner revokes it.',
    input: { others: {} },
    answer: shows(listOf(constant('Token removed'))),
    errors: [...refusals, 'permission.denied'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
