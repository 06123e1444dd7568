import type { AuthorizationParameters } from '../../../../application/access/oauth/authorizations.js';
import type { Application } from '../../../../application/index.js';
import { IpamError } from '../../../../domain/errors.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { Route } from '../../api-request.js';
import { reading, writing } from '../route.js';
import { authorizationDocs as about } from './authorization-docs.js';

/** Maximum length of a client's request in base64url characters. */
const maxLength = 6000;

export const authorizationRoutes = ({ authorizations }: Pick<Application, 'authorizations'>): Route[] => [
  reading('ownAccount')('/authorizations', about.read, async ({ caller, parameters }) => {
    const { scopes, isLocal, ...described } = await authorizations.describe(caller, requestIn(parameters.request));
    return {
      data: {
        ...described,
        isLocal: isLocal ? 1 : 0,
        scopes: scopes.map(({ scope, isRead }) => ({ scope, isRead: isRead ? 1 : 0 })),
      },
    };
  }),
  writing('ownAccount')('POST', '/authorizations', about.decide, async ({ caller, parameters, baseUrl }) => {
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
