import type { AccountClient, ReauthenticationInput } from '../../../../application/access/administration/own-account.js';
import type { AuthorizationParameters } from '../../../../application/access/oauth/authorizations.js';
import type { UsedFactor } from '../../../../application/access/sign-in/second-factors.js';
import type { Application } from '../../../../application/index.js';
import type { OwnNotifications } from '../../../../application/notifications/own-subscription.js';
import { sessionFields } from '../../../../domain/access/access-token.js';
import { factorFields } from '../../../../domain/access/second-factor.js';
import { IpamError } from '../../../../domain/errors.js';
import { subscriptionFields } from '../../../../domain/notifications/subscription.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest, Controller, Route } from '../../api-request.js';
import type { WireObject } from '../../wire/wire-value.js';
import { readMembers, showMembers } from '../admin/members.js';
import { reading, writing } from '../route.js';
import { accountDocs, accountNotificationDocs, authorizationDocs } from './docs.js';

const get = reading('ownAccount');
const write = writing('ownAccount');

/**
 * /account/: password, second factors, sessions and notifications of the caller. They are not below /user/, where every POST
 * signs in.
 */
export const accountController = ({ ownAccount, ownSubscription, authorizations }: Application): Controller => ({
  names: ['account'],
  routes: [
    get('/', accountDocs.read, async ({ caller }) => {
      const { factors, canHaveFactors, needsFactor, reauthenticationRequired, ...account } = await ownAccount.read(caller);
      const flags = {
        canHaveFactors: flag(canHaveFactors),
        needsFactor: flag(needsFactor),
        proofNeeded: flag(reauthenticationRequired),
      };
      return { data: { ...account, ...flags, factors: factors.map((factor) => showMembers(factorFields, factor)) } };
    }),
    get('/sessions', accountDocs.sessions, async (request) => ({
      data: (await ownAccount.sessions(request.caller, request)).map(({ isCurrent, ...session }) => ({
        ...showMembers(sessionFields, session),
        isCurrent: flag(isCurrent),
      })),
      isLong: true,
    })),
    write('PATCH', '/password', accountDocs.password, async (request) => {
      const { password: current, newPassword } = request.parameters;
      await ownAccount.changePassword(request.caller, { current, wanted: newPassword }, clientOf(request));
      return { message: 'Password changed' };
    }),
    write('DELETE', '/sessions/:id', accountDocs.endSession, async ({ caller, path: { id = '' } }) => {
      await ownAccount.endSession(caller, id);
      return { message: 'Session ended' };
    }),
    write('DELETE', '/sessions', accountDocs.endOthers, async (request) => ({
      message: 'Sessions ended',
      data: { ended: await ownAccount.endOthers(request.caller, request) },
    })),
    write('POST', '/proof', accountDocs.proof, async (request) => {
      await ownAccount.reauthenticate(request.caller, proofIn(request), clientOf(request));
      return { message: 'Proof accepted' };
    }),
    write('POST', '/factors/challenge', accountDocs.challenge, async (request) =>
      optionsAnswer(await ownAccount.reauthenticationOptions(request.caller, clientOf(request))),
    ),
    write('POST', '/factors/totp/confirm', accountDocs.confirmTotp, async (request) =>
      addedAnswer(await ownAccount.confirmTotp(request.caller, request.parameters.code, clientOf(request))),
    ),
    write('POST', '/factors/totp', accountDocs.beginTotp, async (request) => {
      const { name } = request.parameters;
      return { data: { ...(await ownAccount.beginTotp(request.caller, proofIn(request), name, clientOf(request))) } };
    }),
    write('POST', '/factors/passkey/confirm', accountDocs.confirmPasskey, async (request) => {
      const { passkey, name } = request.parameters;
      return addedAnswer(await ownAccount.confirmPasskey(request.caller, answerIn(passkey), name, clientOf(request)));
    }),
    write('POST', '/factors/passkey', accountDocs.beginPasskey, async (request) =>
      optionsAnswer(await ownAccount.beginPasskey(request.caller, proofIn(request), clientOf(request))),
    ),
    write('POST', '/factors/recovery_codes', accountDocs.recoveryCodes, async (request) => ({
      data: { recoveryCodes: [...(await ownAccount.renewRecoveryCodes(request.caller, proofIn(request), clientOf(request)))] },
    })),
    write('DELETE', '/factors/:id', accountDocs.removeFactor, async (request) => {
      await ownAccount.removeFactor(request.caller, request.path.id ?? '', proofIn(request), clientOf(request));
      return { message: 'Factor removed' };
    }),
    ...notificationRoutes({ ownSubscription }),
    ...authorizationRoutes({ authorizations }),
  ],
});

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0);

/** The host is checked only for passkeys, so that a host without permission does not affect other requests. */
const clientOf = ({ party, token, isGone }: ApiRequest): AccountClient => ({
  ...{ token, isGone },
  get party() {
    return party();
  },
});

function proofIn({ parameters: { password, code, passkey } }: ApiRequest): ReauthenticationInput {
  return { password, code, passkey: answerIn(passkey) };
}

/** Reads the passkey response of a browser, which is an object or JSON text. Undefined for invalid JSON. */
function answerIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Encodes options as JSON text. Answers of some applications print numbers as text, which browsers reject. */
const optionsAnswer = (options: object): PlainAnswer => ({ data: { options: JSON.stringify(options) } });

const addedAnswer = ({ recoveryCodes = [] }: UsedFactor): PlainAnswer => ({
  status: 201,
  message: 'Factor added',
  data: { recoveryCodes: [...recoveryCodes] },
});

export const notificationRoutes = ({ ownSubscription }: Pick<Application, 'ownSubscription'>): Route[] => [
  get('/notifications', accountNotificationDocs.read, async ({ caller }) => ({
    data: shown(await ownSubscription.read(caller)),
  })),
  write('PATCH', '/notifications', accountNotificationDocs.change, async ({ caller, parameters }) => ({
    message: 'Notifications updated',
    data: shown(await ownSubscription.set(caller, readMembers(subscriptionFields, parameters))),
  })),
  write('DELETE', '/notifications', accountNotificationDocs.reset, async ({ caller }) => {
    await ownSubscription.reset(caller);
    return { message: 'Notifications reset' };
  }),
];

const shown = ({ isDefault, isReachable, email, ...subscription }: OwnNotifications): WireObject => ({
  ...showMembers(subscriptionFields, subscription),
  isDefault: isDefault ? 1 : 0,
  email,
  isReachable: isReachable ? 1 : 0,
});

/** Maximum length of a client's request in base64url characters. */
const maxLength = 6000;

export const authorizationRoutes = ({ authorizations }: Pick<Application, 'authorizations'>): Route[] => [
  get('/authorizations', authorizationDocs.read, async ({ caller, parameters }) => {
    const { scopes, isLocal, ...described } = await authorizations.describe(caller, requestIn(parameters.request));
    return {
      data: {
        ...described,
        isLocal: isLocal ? 1 : 0,
        scopes: scopes.map(({ scope, isRead }) => ({ scope, isRead: isRead ? 1 : 0 })),
      },
    };
  }),
  write('POST', '/authorizations', authorizationDocs.decide, async ({ caller, parameters, baseUrl }) => {
    const request = requestIn(parameters.request);
    const issuer = issuerAt(baseUrl());
    const isAllowed = scalarText(parameters.allow) === '1' || parameters.allow === true;
    const url = isAllowed
      ? await authorizations.allow(caller, request, scopesIn(parameters.scopes), issuer)
      : await authorizations.deny(caller, request, issuer);
    return { data: { url } };
  }),
];

/** @throws IpamError authorization.invalid for a request without a valid host */
function issuerAt(baseUrl: string | undefined): string {
  if (baseUrl === undefined) throw new IpamError('authorization.invalid', { problem: 'the Host header is missing or invalid' });
  return baseUrl;
}

/** The parameters of a client's request: its query in base64url. @throws IpamError authorization.invalid */
function requestIn(value: unknown): AuthorizationParameters {
  const text = scalarText(value) ?? '';
  if (!/^[\w-]+$/.test(text) || text.length > maxLength)
    throw new IpamError('authorization.invalid', { problem: 'the request is missing or too long' });
  return [...new URLSearchParams(Buffer.from(text, 'base64url').toString('utf8'))];
}

/** Reads scopes from a list, or from a text with spaces. */
const scopesIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map((each) => scalarText(each) ?? '') : (scalarText(value) ?? '').split(' ')).filter(
    (scope) => scope !== '',
  );
