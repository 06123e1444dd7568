import type { Caller } from '../../../../application/caller.js';
import type { Application } from '../../../../application/index.js';
import { inServiceZone } from '../../../../application/service-time.js';
import { grantsOf } from '../../../../domain/access/effective-rights.js';
import { explainOwnRights } from '../../../../domain/access/permission-explanation.js';
import type { User } from '../../../../domain/access/user.js';
import { formatTimestamp } from '../../../../domain/scalar-text.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest, Controller } from '../../api-request.js';
import { RequestError } from '../../request-error.js';
import type { WireObject } from '../../wire/wire-value.js';
import { reading, writing } from '../route.js';
import { userDocs as about } from './docs.js';

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
      writing('signIn')('POST', '/{*rest}', about.signIn, signIn),
      ...['/', '/token{/*rest}', '/token_expires{/*rest}'].map((path) => getOwn(path, about.expiry, expiry)),
      getOwn('/rights{/*rest}', about.rights, async ({ caller }) => ({ data: await ownRights(application, caller) })),
      listUsers('/all{/*rest}', about.all, async () => ({ data: (await application.directory.users()).map(userRecord) })),
      listUsers('/admins{/*rest}', about.admins, async () => ({
        data: (await application.directory.users()).filter((user) => user.role === 'Administrator').map(userRecord),
      })),
      {
        ...getOwn('/*rest', about.expiry, () => {
          throw new RequestError('request.identifier');
        }),
        docs: null,
      },
      writeOwn('PATCH', '/{*rest}', about.refresh, async ({ token, caller: { key } }) =>
        expires(key ? key.expires : await application.accessTokens.refresh(present(token))),
      ),
      writeOwn('DELETE', '/{*rest}', about.signOut, async ({ token }) => {
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
