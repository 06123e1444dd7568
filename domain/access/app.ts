import { type AdministeredValues, defineAdministered, groupMembers, pathName } from '../fields/administered-field.js';
import { limitFields } from './rate-limit.js';

/** Rights of an application: none, read, write, or also administer. */
export const appPermissions = ['disabled', 'read', 'write', 'admin'] as const;
export type AppPermission = (typeof appPermissions)[number];

/**
 * Authentication of an application's requests: user tokens (over TLS only, or anyhow), its code, encryption, access tokens of an
 * OpenID provider.
 */
export const appSecurities = ['none', 'ssl', 'static', 'crypt', 'oidc'] as const;
export type AppSecurity = (typeof appSecurities)[number];

/** The longest wait of a write, in seconds: the listeners close a connection that is silent for longer. */
const maxWaitSeconds = 100;

/** The fields of applications. */
export const appFields = defineAdministered({
  id: {
    ...{ type: 'text', max: 64, form: pathName, required: true, writeOnce: true },
    meaning: 'The name of the application, which stands in paths.',
  },
  permission: {
    ...{ type: 'enum', values: appPermissions, required: true },
    meaning: 'What may be done through it, whoever asks: disabled, read, write, or admin.',
  },
  security: {
    ...{ type: 'enum', values: appSecurities, required: true },
    meaning:
      'How clients prove who they are: tokens of users (none; ssl: over TLS only), a code (static), encryption (crypt), or access tokens of an OpenID provider (oidc).',
  },
  code: {
    ...{ type: 'text', max: 32, readOnly: true, hidden: true, nullable: true },
    form: { pattern: /^[\x21-\x7e]{32}$/, problem: 'must be 32 printable ASCII characters without spaces' },
    meaning: 'Key of encrypted requests; null for an application of another security.',
  },
  codeDigest: {
    ...{ type: 'text', max: 64, readOnly: true, hidden: true, nullable: true },
    meaning: 'SHA-256 of the code that is sent as it is, in lower-case hex; null where there is none, or the key is stored.',
  },
  showLinks: { type: 'flag', default: true, meaning: 'Whether records have links.' },
  stringify: { type: 'flag', default: true, meaning: 'Whether numbers are texts.' },
  nestCustomFields: { type: 'flag', meaning: 'Whether custom fields stand in an object of their own.' },
  cryptLegacy: { type: 'flag', default: true, meaning: 'Whether requests may be encrypted in the old, unauthenticated way too.' },
  cryptStrict: { type: 'flag', meaning: 'Whether encrypted requests must name method, time and nonce.' },
  'lock.enabled': { type: 'flag', meaning: 'Whether writes go one after the other.' },
  'lock.waitSeconds': {
    ...{ type: 'integer', min: 0, max: maxWaitSeconds, default: 30 },
    meaning: 'For how many seconds a write waits for its turn.',
  },
  ...groupMembers('limits', limitFields),
  origins: {
    type: 'texts',
    meaning: 'Web origins whose pages may call the application in browsers, e.g. https://portal.example.org; empty: none.',
  },
  comment: { type: 'multiline', max: 65535, meaning: 'What it is for.' },
});

/** An application with its secrets, as it is stored: never to be shown. */
export type StoredApp = AdministeredValues<typeof appFields>;

/** Credentials of an application. */
export type AppSecrets = Pick<StoredApp, 'code' | 'codeDigest'>;

/** An API application: the name in the path, and how it is allowed to be used. Secrets are not part of it. */
export type App = Omit<StoredApp, keyof AppSecrets>;

/** An application without its secrets. */
export const publicApp = ({ code: _code, codeDigest: _digest, ...app }: StoredApp): App => app;

/** Whether an application has at least a permission. */
export const appAllows = (app: App, needed: AppPermission): boolean =>
  appPermissions.indexOf(app.permission) >= appPermissions.indexOf(needed);

/** Names of the strategies that an application accepts, by purpose of the request; of several the first that fits decides. */
export interface AcceptedStrategies {
  /** Strategies of ordinary requests. */
  readonly requests: readonly string[];
  /** Strategies of requests that read, renew or end their own access token; none: there are no tokens. */
  readonly ownToken: readonly string[];
  /** Strategies of requests for an access token. */
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
  requests: ['key', 'userToken', 'consoleSession'],
  ownToken: ['key', 'userToken', 'consoleSession'],
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
