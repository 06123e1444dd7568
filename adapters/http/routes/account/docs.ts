import { recentAuthenticationMinutes, sessionFields } from '../../../../domain/access/access-token.js';
import { factorFields } from '../../../../domain/access/second-factor.js';
import { subscriptionFields, topics } from '../../../../domain/notifications/subscription.js';
import type { MappableCode } from '../../error-mapping.js';
import { type RouteDoc, shows } from '../../openapi/docs.js';
import { listOf, objectOf, ofTypes, refTo, type Schema, text, value } from '../../openapi/schema.js';
import { memberInputSchemas, memberOutputSchemas } from '../admin/member-schemas.js';

const password: Schema = { ...text, description: 'The current password.' };
const code: Schema = { ...text, description: 'A code of an app, or a recovery code.' };
const passkey = ofTypes(['object', 'string'], {
  description: 'The answer of the browser to the options (`PublicKeyCredential.toJSON()`), as an object or as its JSON.',
});
const name: Schema = { ...text, description: 'The name of the new factor.' };
const proof = { password, code, passkey };

const tooManyFailures = ['signIn.blocked', 'signIn.nameBlocked', 'signIn.busy'] as const;
const refusals: readonly MappableCode[] = [
  ...(['account.proofNeeded', 'account.factorNeeded', 'account.proofWrong', 'request.hostNotPermitted'] as const),
  ...tooManyFailures,
];
const enrolment: readonly MappableCode[] = ['account.enrolment', ...tooManyFailures];

const codes = listOf(text);
const options = objectOf({ options: { ...text, description: 'JSON for `navigator.credentials`.' } });
const added = {
  shows: 'created',
  opens: 'account/factors',
  message: 'Factor added',
  data: objectOf({ recoveryCodes: { ...codes, description: 'With the first factor: they are not shown again.' } }),
  isNamed: true,
} as const;

const path = (what: string) =>
  ({
    id: { description: `The id of the ${what}, as lists show it.`, ...text, minLength: 1, examples: ['0123456789ab'] },
  }) as const;

export const accountDocs = {
  read: {
    id: 'getAccount',
    summary: 'Your account and its second factors',
    text: 'A key has no access to accounts.',
    answer: shows(
      objectOf({
        username: text,
        provider: refTo('textOrNull', 'The sign-in provider; null for a password that is stored here.'),
        canHaveFactors: value('flag', 'Whether the service asks for a password at the sign-in, and for a second factor.'),
        needsFactor: value('flag', 'Whether a second factor is required.'),
        proofNeeded: value(
          'flag',
          `Whether keys and applications need a proof first: the last one of this session is older than ${recentAuthenticationMinutes} minutes.`,
        ),
        factors: listOf(memberOutputSchemas(factorFields)),
        recoveryCodes: value('integer', 'The number of unused recovery codes.'),
      }),
    ),
  },
  sessions: {
    id: 'listSessions',
    summary: 'Your sessions',
    text: 'Returns the valid access tokens; the token of the request is first.',
    answer: shows(
      listOf(memberOutputSchemas(sessionFields, { isCurrent: value('flag', 'Whether it is the session of the request.') })),
    ),
  },
  password: {
    id: 'changePassword',
    summary: 'Change your password',
    text: 'All other sessions end.',
    input: {
      members: { password, newPassword: { ...text, description: 'The new password.' } },
      required: ['password', 'newPassword'],
    },
    answer: { shows: 'plain', message: 'Password changed' },
    errors: [...refusals, 'provision.invalid'],
  },
  endSession: {
    id: 'endSession',
    summary: 'End one of your sessions',
    text: 'The token of the session is revoked.',
    path: path('session'),
    answer: { shows: 'plain', message: 'Session ended' },
    errors: ['administration.unknown'],
  },
  endOthers: {
    id: 'endOtherSessions',
    summary: 'End all of your other sessions',
    text: 'The tokens of all sessions but that of the request are revoked.',
    answer: {
      shows: 'plain',
      message: 'Sessions ended',
      data: objectOf({ ended: value('integer', 'The number of sessions that ended.') }),
    },
  },
  proof: {
    id: 'proveAnew',
    summary: 'Confirm your identity',
    text: `Confirms the identity of the user by the password. A user with second factors sends a code or a passkey instead. For ${recentAuthenticationMinutes} minutes the session may create keys and applications. A wrong password, code or passkey counts as a failed sign-in.`,
    input: { members: proof },
    answer: { shows: 'plain', message: 'Proof accepted' },
    errors: [...refusals, 'account.proofOutdated', 'account.enrolment'],
  },
  challenge: {
    id: 'beginPasskeyProof',
    summary: 'Options to prove yourself by a passkey',
    text: 'The challenge is valid once, for five minutes.',
    answer: shows(options),
    errors: ['administration.unknown', 'account.enrolment', 'request.hostNotPermitted'],
  },
  beginTotp: {
    id: 'beginTotp',
    summary: 'Begin to add an app with codes',
    text: 'Needs the password, a code or a passkey. Only this response contains the secret. The app becomes a factor with its first code.',
    input: { members: { ...proof, name } },
    answer: shows(
      objectOf({ secret: { ...text, description: 'Base32.' }, uri: { ...text, description: 'The URI of the QR code.' } }),
    ),
    errors: [...refusals, 'account.enrolment'],
  },
  confirmTotp: {
    id: 'confirmTotp',
    summary: 'Add the app by its first code',
    text: 'A wrong code counts as a failed sign-in.',
    input: { members: { code }, required: ['code'] },
    answer: added,
    errors: [...enrolment, 'account.codeWrong'],
  },
  beginPasskey: {
    id: 'beginPasskey',
    summary: 'Options to make a passkey',
    text: 'Needs the password, a code or a passkey. The challenge is valid once, for five minutes.',
    input: { members: proof },
    answer: shows(options),
    errors: [...refusals, 'account.enrolment'],
  },
  confirmPasskey: {
    id: 'confirmPasskey',
    summary: 'Add the passkey that the browser has made',
    text: 'Completes the started enrolment of the passkey.',
    input: { members: { passkey, name }, required: ['passkey'] },
    answer: added,
    errors: [...enrolment, 'request.hostNotPermitted'],
  },
  recoveryCodes: {
    id: 'replaceRecoveryCodes',
    summary: 'Replace the recovery codes',
    text: 'Needs the password, a code or a passkey. Only this response contains the codes. Earlier codes become invalid.',
    input: { members: proof },
    answer: shows(objectOf({ recoveryCodes: codes })),
    errors: [...refusals, 'account.enrolment'],
  },
  removeFactor: {
    id: 'removeFactor',
    summary: 'Remove a second factor',
    text: 'Needs the password, a code or a passkey. The last factor cannot be deleted if a second factor is required. The recovery codes are deleted with the last factor.',
    path: path('factor'),
    input: { members: proof },
    answer: { shows: 'plain', message: 'Factor removed' },
    errors: [...refusals, 'administration.unknown', 'account.enrolment'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

const notifications = memberOutputSchemas(subscriptionFields, {
  isDefault: value('flag', 'Whether the default of the settings applies.'),
  email: { type: 'string', description: 'Your e-mail address; administrators change it.' },
  isReachable: value('flag', 'Whether the service sends mails and your address is valid.'),
});

export const accountNotificationDocs = {
  read: {
    id: 'getNotifications',
    summary: 'Your notifications',
    text: `Topics: ${topics.join(', ')}.`,
    answer: shows(notifications),
  },
  change: {
    id: 'updateNotifications',
    summary: 'Change your notifications',
    text: 'Members that are not in the request do not change. A topic alone means all sections, `threshold:3` the section with ID 3. You get notifications only about objects that you may see.',
    input: { members: memberInputSchemas(subscriptionFields, 'change') },
    answer: { shows: 'plain', message: 'Notifications updated', data: notifications },
    errors: ['provision.invalid'],
  },
  reset: {
    id: 'resetNotifications',
    summary: 'Use the default notifications',
    text: 'Deletes your subscription: the default of the settings applies.',
    answer: { shows: 'plain', message: 'Notifications reset' },
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

const clientRequest: Schema = {
  description: "The client's request: the query of `/oauth/authorize` in base64url.",
  type: 'string',
};

export const authorizationDocs = {
  read: {
    id: 'readAuthorization',
    summary: 'The request of an OAuth client',
    text: 'Returns the client, the receiver of its code, and the requested scopes that you can grant. The client has chosen its name.',
    query: { request: clientRequest },
    answer: shows(
      objectOf({
        client: { ...text, description: 'Name of the client, as it states it.' },
        clientHost: {
          type: ['string', 'null'],
          description: 'Host of the metadata document that identifies the client; null for a registered client.',
        },
        receiver: { ...text, description: 'Host of the redirect URI, or the scheme of a program.' },
        isLocal: value('flag', 'Whether the redirect URI is a loopback address of the device of the user.'),
        scopes: listOf(objectOf({ scope: text, isRead: value('flag', 'Whether the scope only reads.') })),
      }),
    ),
    errors: ['authorization.invalid'],
  },
  decide: {
    id: 'decideAuthorization',
    summary: 'Allow or refuse the request of an OAuth client',
    text: `Returns the URL to which the browser must be redirected. The user must have authenticated in the last ${recentAuthenticationMinutes} minutes.`,
    input: {
      members: {
        request: clientRequest,
        allow: value('flag', 'Whether you allow the request.'),
        scopes: { ...listOf(text), description: 'Granted scopes, some of the requested ones.' },
      },
      required: ['request'],
    },
    answer: shows(objectOf({ url: { ...text, description: 'Redirect URI of the client with a code or an error.' } })),
    errors: ['authorization.invalid', 'account.proofOutdated'],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
