import type { Rights } from '../../api/session';
import { texts } from '../../values/search';

export const adminPages = [
  'users',
  'service_accounts',
  'groups',
  'roles',
  'sign_in_providers',
  'permissions',
  'apps',
  'keys',
  'tokens',
  'history',
  'blocks',
  'custom_fields',
  'webhooks',
  'mail',
  'dns',
  'scans',
  'settings',
  'health',
] as const;
export type AdminPageName = (typeof adminPages)[number];

/** Pages that need a permission other than administration. */
const rightOfPage: Readonly<Partial<Record<AdminPageName, 'users' | 'history'>>> = {
  users: 'users',
  groups: 'users',
  roles: 'users',
  history: 'history',
};

export function isAdminPageOpen(page: AdminPageName, rights: Pick<Rights, 'administrator' | 'users' | 'history'>): boolean {
  const right = rightOfPage[page];
  return rights.administrator || (right !== undefined && rights[right]);
}

export const asAdminPageName = (text: string): AdminPageName | undefined => adminPages.find((page) => page === text);

export interface AdminSearch {
  readonly find?: string;
  readonly add?: true;
  /** The record in the open form. `attempts`: the record whose attempts are shown. */
  readonly edit?: string;
  readonly attempts?: string;
  readonly section?: number;
  /** `signIns`: the log contains sign-ins only. */
  readonly only?: 'signIns';
}

export function readAdminSearch(search: Readonly<Record<string, unknown>>): AdminSearch {
  const section = Number(search.section);
  return {
    ...texts('find', 'edit', 'attempts')(search),
    ...(search.add ? { add: true as const } : {}),
    ...(Number.isInteger(section) && section > 0 ? { section } : {}),
    ...(search.only === 'signIns' ? { only: 'signIns' as const } : {}),
  };
}
