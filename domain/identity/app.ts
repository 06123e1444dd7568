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
  /** Secret of 32 characters for static and encrypted access. */
  readonly code: string | null;
  readonly showLinks: boolean;
  readonly stringify: boolean;
  readonly nestCustomFields: boolean;
  /** Whether requests may be encrypted in the old way too, which proves nothing about who made them. */
  readonly cryptLegacy: boolean;
  readonly lock: { readonly enabled: boolean; readonly waitSeconds: number };
  readonly comment: string;
}

/** Whether an application has at least a permission. */
export const appAllows = (app: App, needed: AppPermission): boolean =>
  appPermissions.indexOf(app.permission) >= appPermissions.indexOf(needed);
