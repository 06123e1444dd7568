import type { AccountClient, ReauthenticationInput } from '../../../../application/access/administration/own-account.js';
import type { UsedFactor } from '../../../../application/access/sign-in/second-factors.js';
import type { Application } from '../../../../application/index.js';
import { sessionFields } from '../../../../domain/access/access-token.js';
import { factorFields } from '../../../../domain/access/second-factor.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest, Controller } from '../../api-request.js';
import { showMembers } from '../admin/printed-members.js';
import { reading, writing } from '../route.js';
import { authorizationRoutes } from './authorizations.js';
import { accountDocs as docs } from './docs.js';
import { notificationRoutes } from './notifications.js';

const get = reading('ownAccount');
const write = writing('ownAccount');

/**
 * /account/: password, second factors, sessions and notifications of the caller. They are not below /user/, where every POST
 * signs in.
 */
export const accountController = ({ ownAccount, ownSubscription, authorizations }: Application): Controller => ({
  names: ['account'],
  routes: [
    get('/', docs.read, async ({ caller }) => {
      const { factors, canHaveFactors, needsFactor, reauthenticationRequired, ...account } = await ownAccount.read(caller);
      const flags = {
        canHaveFactors: flag(canHaveFactors),
        needsFactor: flag(needsFactor),
        proofNeeded: flag(reauthenticationRequired),
      };
      return { data: { ...account, ...flags, factors: factors.map((factor) => showMembers(factorFields, factor)) } };
    }),
    get('/sessions', docs.sessions, async (request) => ({
      data: (await ownAccount.sessions(request.caller, request)).map(({ isCurrent, ...session }) => ({
        ...showMembers(sessionFields, session),
        isCurrent: flag(isCurrent),
      })),
      isLong: true,
    })),
    write('PATCH', '/password', docs.password, async (request) => {
      const { password: current, newPassword } = request.parameters;
      await ownAccount.changePassword(request.caller, { current, wanted: newPassword }, clientOf(request));
      return { message: 'Password changed' };
    }),
    write('DELETE', '/sessions/:id', docs.endSession, async ({ caller, path: { id = '' } }) => {
      await ownAccount.endSession(caller, id);
      return { message: 'Session ended' };
    }),
    write('DELETE', '/sessions', docs.endOthers, async (request) => ({
      message: 'Sessions ended',
      data: { ended: await ownAccount.endOthers(request.caller, request) },
    })),
    write('POST', '/proof', docs.proof, async (request) => {
      await ownAccount.reauthenticate(request.caller, proofIn(request), clientOf(request));
      return { message: 'Proof accepted' };
    }),
    write('POST', '/factors/challenge', docs.challenge, async (request) =>
      optionsAnswer(await ownAccount.reauthenticationOptions(request.caller, clientOf(request))),
    ),
    write('POST', '/factors/totp/confirm', docs.confirmTotp, async (request) =>
      addedAnswer(await ownAccount.confirmTotp(request.caller, request.parameters.code, clientOf(request))),
    ),
    write('POST', '/factors/totp', docs.beginTotp, async (request) => {
      const { name } = request.parameters;
      return { data: { ...(await ownAccount.beginTotp(request.caller, proofIn(request), name, clientOf(request))) } };
    }),
    write('POST', '/factors/passkey/confirm', docs.confirmPasskey, async (request) => {
      const { passkey, name } = request.parameters;
      return addedAnswer(await ownAccount.confirmPasskey(request.caller, answerIn(passkey), name, clientOf(request)));
    }),
    write('POST', '/factors/passkey', docs.beginPasskey, async (request) =>
      optionsAnswer(await ownAccount.beginPasskey(request.caller, proofIn(request), clientOf(request))),
    ),
    write('POST', '/factors/recovery_codes', docs.recoveryCodes, async (request) => ({
      data: { recoveryCodes: [...(await ownAccount.renewRecoveryCodes(request.caller, proofIn(request), clientOf(request)))] },
    })),
    write('DELETE', '/factors/:id', docs.removeFactor, async (request) => {
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
