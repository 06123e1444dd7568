import { type AdministeredValues, defineAdministered, groupMembers, pathName } from '../fields/administered-field.js';
import { limitFields } from './rate-limit.js';

/** Each permission includes the previous ones. */
export const appPermissions = ['disabled', 'read', 'write', 'admin'] as const;
export type AppPermission = (typeof appPermissions)[number];

/** none: user tokens; ssl: user tokens over TLS; static: a code; crypt: encryption; oidc: tokens of an OpenID provider. */
export const appSecurities = ['none', 'ssl', 'static', 'crypt', 'oidc'] as const;
export type AppSecurity = (typeof appSecurities)[number];

/** Must be shorter than the silence after which listeners close a connection: nothing is sent while a write waits. */
const maxWaitSeconds = 100;

export const appFields = defineAdministered({
  id: {
    ...{ type: 'text', max: 64, form: pathName, required: true, writeOnce: true },
    meaning: 'Name of the application, used in paths.',
  },
  permission: {
    ...{ type: 'enum', values: appPermissions, required: true },
    meaning: 'Upper limit of the rights of its users: disabled, read, write, or admin.',
  },
  security: {
    ...{ type: 'enum', values: appSecurities, required: true },
    meaning:
      'Authentication of clients: tokens of users (none; ssl: over TLS only), a code (static), encryption (crypt), or access tokens of an OpenID provider (oidc).',
  },
  code: {
    ...{ type: 'text', max: 32, readOnly: true, hidden: true, nullable: true },
    form: { pattern: /^[\x21-\x7e]{32}$/, problem: 'must be 32 printable ASCII characters without spaces' },
    meaning: 'Key of encrypted requests; null for an application of another security.',
  },
  codeDigest: {
    ...{ type: 'text', max: 64, readOnly: true, hidden: true, nullable: true },
    meaning: 'SHA-256 of the code that clients send in clear text, in lower-case hex; null without such a code.',
  },
  showLinks: { type: 'flag', default: true, meaning: 'Whether records have links.' },
  stringify: { type: 'flag', default: true, meaning: 'Whether answers contain numbers as texts.' },
  nestCustomFields: { type: 'flag', meaning: 'Whether custom fields are in a separate object.' },
  cryptLegacy: {
    type: 'flag',
    default: true,
    meaning: 'Whether requests in the old, unauthenticated encryption are accepted too.',
  },
  cryptStrict: { type: 'flag', meaning: 'Whether encrypted requests must contain method, time and nonce.' },
  'lock.enabled': { type: 'flag', meaning: 'Whether writes run one after another.' },
  'lock.waitSeconds': {
    ...{ type: 'integer', min: 0, max: maxWaitSeconds, default: 30 },
    meaning: 'Longest wait of a write for its turn, in seconds.',
  },
  ...groupMembers('limits', limitFields),
  origins: {
    type: 'texts',
    meaning: 'Web origins whose pages may call the application in browsers, e.g. https://portal.example.org; empty: none.',
  },
  comment: { type: 'multiline', max: 65535, meaning: 'Purpose of the application.' },
});

/** An application with its secrets. Never part of a response. */
export type StoredApp = AdministeredValues<typeof appFields>;

export type AppSecrets = Pick<StoredApp, 'code' | 'codeDigest'>;

/** An API application without secrets. */
export type App = Omit<StoredApp, keyof AppSecrets>;

export const publicApp = ({ code: _code, codeDigest: _digest, ...app }: StoredApp): App => app;

export const appAllows = (app: App, needed: AppPermission): boolean =>
  appPermissions.indexOf(app.permission) >= appPermissions.indexOf(needed);

/** Names of accepted strategies, by purpose of the request. The first strategy with credentials in the request decides. */
export interface AcceptedStrategies {
  readonly requests: readonly string[];
  /** Requests that read, renew or end their own access token. Empty: the application has no tokens. */
  readonly ownToken: readonly string[];
  readonly signIn: readonly string[];
}

/** Console sessions are valid only in the application of the console. */
const byUserTokens: AcceptedStrategies = {
  requests: ['key', 'userToken', 'consoleSession'],
  ownToken: ['key', 'userToken', 'consoleSession'],
  signIn: ['password'],
};

export const acceptedStrategies: Readonly<Record<AppSecurity, AcceptedStrategies>> = {
  none: byUserTokens,
  ssl: byUserTokens,
  static: { ...byUserTokens, requests: ['code'], ownToken: [] },
  crypt: { ...byUserTokens, requests: ['encryption'] },
  oidc: { ...byUserTokens, requests: ['providerToken'], ownToken: [] },
};

/** The secret of these modes is sent in clear text. */
const securitiesWithTls: readonly AppSecurity[] = ['ssl', 'static', 'oidc'];

const securitiesWithCode: readonly unknown[] = ['static', 'crypt'] satisfies readonly AppSecurity[];

export const needsTls = ({ security }: Pick<App, 'security'>): boolean => securitiesWithTls.includes(security);

/** An exact match takes precedence over a match without regard to case. */
export function findApp<T extends Pick<App, 'id'>>(apps: readonly T[], id: string): T | undefined {
  const folded = id.toLowerCase();
  return apps.find((app) => app.id === id) ?? apps.find((app) => app.id.toLowerCase() === folded);
}

export const isEnabled = ({ permission }: Pick<App, 'permission'>): boolean => permission !== 'disabled';

export const acceptsLegacyEncryption = ({ cryptLegacy, cryptStrict }: Pick<App, 'cryptLegacy' | 'cryptStrict'>): boolean =>
  cryptLegacy && !cryptStrict;

export const needsCode = (security: unknown): boolean => securitiesWithCode.includes(security);

/** A stored application keeps its value. A new application is strict, unless it accepts legacy encryption. */
export const isStrictByDefault = (stored: Pick<App, 'cryptStrict'> | undefined, { cryptLegacy }: Pick<App, 'cryptLegacy'>) =>
  stored?.cryptStrict ?? !cryptLegacy;

/** Whether a digest of the code is sufficient. Decryption needs the code itself. */
export const canStoreDigest = (security: unknown): boolean => security !== 'crypt';

/** The code itself for decryption, else its digest. */
export const storedCode = (security: AppSecurity, code: string | null, digest: (code: string) => string): AppSecrets =>
  security === 'crypt' ? { code, codeDigest: null } : { code: null, codeDigest: code === null ? null : digest(code) };
