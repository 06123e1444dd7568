/** What an application may do: nothing, read, write, or also administer. */
export const appPermissions = ['disabled', 'read', 'write', 'admin'] as const;
export type AppPermission = (typeof appPermissions)[number];

/**
 * How requests of an application prove who sends them: user tokens (over TLS only, or anyhow), its code, encryption, access tokens
 * of an OpenID provider.
 */
export const appSecurities = ['none', 'ssl', 'static', 'crypt', 'oidc'] as const;
export type AppSecurity = (typeof appSecurities)[number];

/** An API application: the name in the path, and how it is allowed to be used. Secrets are not part of it. */
export interface App {
  readonly id: string;
  readonly permission: AppPermission;
  readonly security: AppSecurity;
  readonly showLinks: boolean;
  readonly stringify: boolean;
  readonly nestCustomFields: boolean;
  /** Whether requests may be encrypted in the old way too, which proves nothing about who made them. */
  readonly cryptLegacy: boolean;
  /** Whether encrypted requests must name their method, their time and a nonce; those in the old way, which cannot, are refused. */
  readonly cryptStrict: boolean;
  readonly lock: { readonly enabled: boolean; readonly waitSeconds: number };
  readonly comment: string;
}

/** What an application proves itself by. */
export interface AppSecrets {
  /** Key of 32 characters that encrypted requests are made with; null for an application of another security. */
  readonly code: string | null;
  /** SHA-256 of the code of 32 characters that is sent as it is, in lower-case hex; null where there is none, or its key is kept. */
  readonly codeDigest: string | null;
}

/** An application with its secrets, as it is stored: never to be shown. */
export interface StoredApp extends App, AppSecrets {}

/** An application without its secrets. */
export const publicApp = ({ code: _code, codeDigest: _digest, ...app }: StoredApp): App => app;

/** Whether an application has at least a permission. */
export const appAllows = (app: App, needed: AppPermission): boolean =>
  appPermissions.indexOf(app.permission) >= appPermissions.indexOf(needed);

/** Names of the strategies that an application accepts, by what a request is for; of several the first that fits decides. */
export interface AcceptedStrategies {
  /** What proves who sends a request. */
  readonly requests: readonly string[];
  /** What proves it where a request looks at, renews or ends the access token it carries; none: there are no tokens. */
  readonly ownToken: readonly string[];
  /** What an access token is given for. */
  readonly signIn: readonly string[];
}

interface SecurityMode {
  readonly accepts: AcceptedStrategies;
  /** Whether its applications have a code. */
  readonly hasCode: boolean;
  /** Whether a secret that is sent as it is must be hidden on the way. */
  readonly needsTls: boolean;
}

/** By the ways in which users' tokens are sent; the session of the web console, in its application alone, is one. */
const byUserTokens: AcceptedStrategies = {
  requests: ['userToken', 'consoleSession'],
  ownToken: ['userToken', 'consoleSession'],
  signIn: ['password'],
};

const securityModes: Readonly<Record<AppSecurity, SecurityMode>> = {
  none: { accepts: byUserTokens, hasCode: false, needsTls: false },
  ssl: { accepts: byUserTokens, hasCode: false, needsTls: true },
  static: { accepts: { ...byUserTokens, requests: ['code'], ownToken: [] }, hasCode: true, needsTls: true },
  crypt: { accepts: { ...byUserTokens, requests: ['encryption'] }, hasCode: true, needsTls: false },
  oidc: { accepts: { ...byUserTokens, requests: ['providerToken'], ownToken: [] }, hasCode: false, needsTls: true },
};

/** Which strategies applications accept, by their security mode. */
export const acceptedStrategies: Readonly<Record<AppSecurity, AcceptedStrategies>> = {
  none: securityModes.none.accepts,
  ssl: securityModes.ssl.accepts,
  static: securityModes.static.accepts,
  crypt: securityModes.crypt.accepts,
  oidc: securityModes.oidc.accepts,
};

/** Whether an application takes requests over TLS only. */
export const needsTls = ({ security }: Pick<App, 'security'>): boolean => securityModes[security].needsTls;

/**
 * The application of an id, in any case: one of just this id comes first.
 * @returns undefined where none has it
 */
export function appNamed<T extends Pick<App, 'id'>>(apps: readonly T[], id: string): T | undefined {
  const folded = id.toLowerCase();
  return apps.find((app) => app.id === id) ?? apps.find((app) => app.id.toLowerCase() === folded);
}

/** Whether an application can be used at all. */
export const isEnabled = ({ permission }: Pick<App, 'permission'>): boolean => permission !== 'disabled';

/** Whether an application takes requests that are encrypted in the old way. */
export const acceptsLegacyEncryption = ({ cryptLegacy, cryptStrict }: Pick<App, 'cryptLegacy' | 'cryptStrict'>): boolean =>
  cryptLegacy && !cryptStrict;

/** Whether applications of a security mode have a code. */
export const needsCode = (security: unknown): boolean =>
  appSecurities.some((mode) => mode === security && securityModes[mode].hasCode);

/**
 * Whether an application is strict about encrypted requests where nobody says: one that is there stays as its clients know it, a
 * new one is strict unless old clients are expected.
 */
export const isStrictByDefault = (stored: Pick<App, 'cryptStrict'> | undefined, { cryptLegacy }: Pick<App, 'cryptLegacy'>) =>
  stored?.cryptStrict ?? !cryptLegacy;

/** Whether the code that is kept can serve a security mode: requests are decrypted with a code, of which a digest is not enough. */
export const canStoreDigest = (security: unknown): boolean => security !== 'crypt';

/** How an application's code is kept: as it is where requests are decrypted with it, else as a digest. */
export const storedCode = (security: AppSecurity, code: string | null, digest: (code: string) => string): AppSecrets =>
  security === 'crypt' ? { code, codeDigest: null } : { code: null, codeDigest: code === null ? null : digest(code) };
