/** What an application may do: nothing, read, write, or also administer. */
export const appPermissions = ['disabled', 'read', 'write', 'admin'] as const;
export type AppPermission = (typeof appPermissions)[number];

/** How requests of an application prove who sends them: user tokens (over TLS only, or anyhow), its code, encryption. */
export const appSecurities = ['none', 'ssl', 'static', 'crypt'] as const;
export type AppSecurity = (typeof appSecurities)[number];

/** An API application: the name in the path, and how it is allowed to be used. */
export interface App {
  readonly id: string;
  readonly permission: AppPermission;
  readonly security: AppSecurity;
  /** Key of 32 characters that encrypted requests are made with; null for an application of another security. */
  readonly code: string | null;
  /** SHA-256 of the code of 32 characters that is sent as it is, in lower-case hex; null where there is none, or its key is kept. */
  readonly codeDigest: string | null;
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

/** Whether an application has at least a permission. */
export const appAllows = (app: App, needed: AppPermission): boolean =>
  appPermissions.indexOf(app.permission) >= appPermissions.indexOf(needed);

/** What proves who sends a request: a user's token, the application's code as it is, or that it is encrypted with the code. */
export type Proof = 'userToken' | 'code' | 'encryption';

interface SecurityMode {
  readonly proof: Proof;
  /** Whether a secret that is sent as it is must be hidden on the way. */
  readonly needsTls: boolean;
}

const securityModes: Readonly<Record<AppSecurity, SecurityMode>> = {
  none: { proof: 'userToken', needsTls: false },
  ssl: { proof: 'userToken', needsTls: true },
  static: { proof: 'code', needsTls: true },
  crypt: { proof: 'encryption', needsTls: false },
};

/** What requests of an application prove their senders by. */
export const proofOf = ({ security }: Pick<App, 'security'>): Proof => securityModes[security].proof;

/** Whether an application takes requests over TLS only. */
export const needsTls = ({ security }: Pick<App, 'security'>): boolean => securityModes[security].needsTls;

/** Whether an application can be used at all. */
export const isEnabled = ({ permission }: Pick<App, 'permission'>): boolean => permission !== 'disabled';

/** Whether an application takes requests that are encrypted in the old way. */
export const takesLegacyEncryption = ({ cryptLegacy, cryptStrict }: Pick<App, 'cryptLegacy' | 'cryptStrict'>): boolean =>
  cryptLegacy && !cryptStrict;

/** Whether applications of a security mode have a code. */
export const needsCode = (security: unknown): boolean =>
  appSecurities.some((mode) => mode === security && securityModes[mode].proof !== 'userToken');

/**
 * Whether an application is strict about encrypted requests where nobody says: one that is there stays as its clients know it, a
 * new one is strict unless old clients are expected.
 */
export const isStrictByDefault = (stored: Pick<App, 'cryptStrict'> | undefined, { cryptLegacy }: Pick<App, 'cryptLegacy'>) =>
  stored?.cryptStrict ?? !cryptLegacy;

/** Whether the code that is kept can serve a security mode: requests are decrypted with a code, of which a digest is not enough. */
export const canKeepDigest = (security: unknown): boolean => security !== 'crypt';

/** How an application's code is kept: as it is where requests are decrypted with it, else as a digest. */
export const keptCode = (
  security: AppSecurity,
  code: string | null,
  digest: (code: string) => string,
): Pick<App, 'code' | 'codeDigest'> =>
  security === 'crypt' ? { code, codeDigest: null } : { code: null, codeDigest: code === null ? null : digest(code) };
