import { kindLevels } from '../../../../domain/access/kind-level.js';
import { roleRights } from '../../../../domain/access/role.js';
import { kindNames } from '../../../../domain/catalog/kinds.js';
import type { MappableCode } from '../../error-mapping.js';
import type { RouteDoc } from '../../openapi/docs.js';
import { shows } from '../../openapi/docs.js';
import { listOf, objectOf, refTo, value } from '../../openapi/schema.js';

const expires = value('time', 'When the token ends, unless it is used before.');
const keyExpires = value(
  'timeOrNull',
  'When the token ends, unless it is used before; of a key when that expires, which no use moves.',
);

/** Only here refusals of tokens tell their reason. */
const refusals: readonly MappableCode[] = [
  'access.tokenMissing',
  'access.tokenInvalid',
  'access.tokenExpired',
  'access.notNeeded',
  'token.invalid',
  'token.expired',
];

/** What is told of the routes of /user/. */
export const userDocs = {
  signIn: {
    summary: 'Sign in',
    text: 'With user name and password in the `Authorization` header (Basic). The token goes into the header `token` of every further request; it ends when it was not used for six hours (`HEXIPAM_TOKEN_TTL`). **A wrong password is answered 500**, as clients of this interface expect. After several failures the client, or the name, has to wait.',
    answer: shows(objectOf({ token: { description: 'The access token.', type: 'string', minLength: 24 }, expires })),
    errors: [
      'access.credentialsMissing',
      'signIn.failed',
      'signIn.userDisabled',
      'signIn.blocked',
      'signIn.nameBlocked',
      'signIn.busy',
      'signIn.refused',
      'access.notNeeded',
    ],
  },
  expiry: {
    summary: 'When the token ends',
    text: 'To look at a token is no use of it: it ends no later.',
    answer: shows(objectOf({ expires: keyExpires })),
    errors: refusals,
  },
  rights: {
    summary: 'Own rights',
    text: 'Levels on the records of each kind, and rights of administration, each with the rule that it follows from, e.g. `role Operator of group NOC`. Of a key only what its scope has. Levels on sections and subnets come from their permissions.',
    answer: shows(
      objectOf({
        levels: listOf(
          objectOf({
            kind: { description: 'The kind.', enum: kindNames },
            level: { description: 'Records of a kind with level none are hidden.', enum: kindLevels },
            rule: { type: 'string', description: 'The rule that the level follows from.' },
          }),
        ),
        rights: listOf(
          objectOf({
            right: {
              description: 'A right that is granted; administer includes all others.',
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
    summary: 'All users',
    text: 'Needs an application that may administer; a key needs the scope of administration.',
    answer: shows(listOf(refTo('user'))),
    errors: [...refusals, 'permission.denied'],
  },
  admins: {
    summary: 'All administrators',
    text: 'Needs an application that may administer; a key needs the scope of administration.',
    answer: shows(listOf(refTo('user'))),
    errors: [...refusals, 'permission.denied'],
  },
  refresh: {
    summary: 'Make the token last',
    text: 'As any use of it does. A key expires when it does: no use moves that.',
    input: { others: {} },
    answer: shows(objectOf({ expires: keyExpires })),
    errors: refusals,
  },
  signOut: {
    summary: 'Sign out',
    text: 'The token ends. A key stays: its owner revokes it.',
    input: { others: {} },
    answer: shows(listOf({ const: 'Token removed' })),
    errors: [...refusals, 'permission.denied'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
