import type { ProvidedIdentity } from '../../application/ports/sign-in-providers.js';
import { ProviderRefusal } from '../../application/ports/sign-in-providers.js';
import type { OidcSettings } from '../../domain/access/sign-in-provider.js';

export type Claims = Readonly<Record<string, unknown>>;

/** A claim by its name. If no claim has the name, dots separate members of objects: `realm_access.roles`. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Object(value)[part];
  }
  return value;
}

const textAt = (claims: Claims, name: string): string => {
  const value = claimAt(claims, name);
  return typeof value === 'string' ? value : '';
};

/** Largest number of groups that are read of a person. */
const maxGroups = 1000;

function textsAt(claims: Claims, name: string): string[] {
  const value = claimAt(claims, name);
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((each) => typeof each === 'string').slice(0, maxGroups);
}

/** The subject of a person across all providers: issuers are URLs, which have no spaces. */
export const subjectOf = (issuer: string, sub: string): string => `${issuer} ${sub}`;

/** The person of verified claims. @throws ProviderRefusal if the claim of the user name is missing */
export function identityOf(settings: OidcSettings, sub: string, claims: Claims): ProvidedIdentity {
  const username = textAt(claims, settings.usernameClaim).trim();
  if (username === '') throw new ProviderRefusal(`the provider gives no claim ${settings.usernameClaim}`);
  return {
    subject: subjectOf(settings.issuer, sub),
    username,
    realName: textAt(claims, settings.realNameClaim),
    email: textAt(claims, 'email'),
    isEmailVerified: claims.email_verified === true,
    groups: textsAt(claims, settings.groupsClaim),
  };
}

/** Whether the user information endpoint is needed, because the claims lack some that the service reads. */
export const lacksClaims = (settings: OidcSettings, claims: Claims): boolean =>
  [settings.usernameClaim, settings.realNameClaim, settings.groupsClaim, 'email'].some(
    (name) => claimAt(claims, name) === undefined,
  );

/** Claims by which providers name the client: RFC 9068, OpenID Connect, Entra ID, Okta. */
const clientClaims = ['client_id', 'azp', 'appid', 'cid'];

/** Whether an access token stands for its client and no person, by the claims of Entra ID and Auth0. */
const isOfClient = ({ idtyp, gty }: Claims): boolean => idtyp === 'app' || gty === 'client-credentials';

/**
 * Names of the program that an access token stands for: the subject, and the client ID where the token says that no person is
 * involved. The client ID of a person's token names the program that the person uses, which proves nothing about the program.
 */
export const programIn = (sub: string, claims: Claims): string[] => [
  sub,
  ...(isOfClient(claims) ? clientClaims.map((name) => textAt(claims, name)).filter((id) => id !== '') : []),
];
