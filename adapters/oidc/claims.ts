import { type ProvidedIdentity, ProviderRefusal } from '../../application/ports/sign-in-providers.js';
import type { OidcSettings } from '../../domain/access/sign-in-provider.js';

export type Claims = Readonly<Record<string, unknown>>;

/** Returns a claim by name. If no claim has the name, dots separate nested members: `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const member of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
    value = Object(value)[member];
  }
  return value;
}

const textAt = (claims: Claims, name: string): string => {
  const value = claimAt(claims, name);
  return typeof value === 'string' ? value : '';
};

/** Maximum number of groups read from the claims. */
const maxGroups = 1000;

function textsAt(claims: Claims, name: string): string[] {
  const value = claimAt(claims, name);
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((each) => typeof each === 'string').slice(0, maxGroups);
}

/** Builds a subject that is unique across providers. The separator is a space, which URLs of issuers cannot contain. */
export const subjectOf = (issuer: string, sub: string): string => `${issuer} ${sub}`;

/** Reads the identity of a user from verified claims. @throws ProviderRefusal without the user name claim */
export function identityOf(settings: OidcSettings, sub: string, claims: Claims): ProvidedIdentity {
  const username = textAt(claims, settings.usernameClaim).trim();
  if (username === '') throw new ProviderRefusal(`the provider sends no claim ${settings.usernameClaim}`);
  return {
    subject: subjectOf(settings.issuer, sub),
    username,
    realName: textAt(claims, settings.realNameClaim),
    email: textAt(claims, 'email'),
    isEmailVerified: claims.email_verified === true,
    groups: textsAt(claims, settings.groupsClaim),
  };
}

/** Whether the user information endpoint is needed because required claims are missing. */
export const lacksClaims = (settings: OidcSettings, claims: Claims): boolean =>
  [settings.usernameClaim, settings.realNameClaim, settings.groupsClaim, 'email'].some(
    (name) => claimAt(claims, name) === undefined,
  );

/** Claims with the client id: RFC 9068, OpenID Connect, Entra ID, Okta. */
const clientClaims = ['client_id', 'azp', 'appid', 'cid'];

/** Whether the access token belongs to its client without a user, by the claims of Entra ID and Auth0. */
const isOfClient = ({ idtyp, gty }: Claims): boolean => idtyp === 'app' || gty === 'client-credentials';

/**
 * Identifiers of the client that an access token authenticates: the subject, and the client id if no user is involved. A user's
 * token does not authenticate the client, so its client id is not used.
 */
export const programIn = (sub: string, claims: Claims): string[] => [
  sub,
  ...(isOfClient(claims) ? clientClaims.map((name) => textAt(claims, name)).filter((id) => id !== '') : []),
];
