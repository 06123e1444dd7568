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

/** Whether applications of a security mode have a code. */
export const needsCode = (security: unknown): boolean => security === 'static' || security === 'crypt';

/** How an application's code is kept: as it is where requests are decrypted with it, else as a digest. */
export const keptCode = (
  security: AppSecurity,
  code: string | null,
  digest: (code: string) => string,
): Pick<App, 'code' | 'codeDigest'> =>
  security === 'crypt' ? { code, codeDigest: null } : { code: null, codeDigest: code === null ? null : digest(code) };
