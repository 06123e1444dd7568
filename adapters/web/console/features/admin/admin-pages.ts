import type { Rights } from '../../api/session';

/** What administrators keep in lists. */
export const resourceNames = [
  ...(['users', 'service_accounts', 'groups', 'roles', 'apps', 'custom_fields', 'webhooks', 'sign_in_providers'] as const),
] as const;
export type ResourceName = (typeof resourceNames)[number];

/** The pages of administration by what stands in their addresses. */
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
  'dns',
  'scans',
  'settings',
  'health',
] as const;
export type AdminPageName = (typeof adminPages)[number];

/** Pages that need less than administration. */
const rightOfPage: Readonly<Partial<Record<AdminPageName, 'users' | 'history'>>> = {
  users: 'users',
  groups: 'users',
  roles: 'users',
  history: 'history',
};

/** Whether somebody may open a page of administration. */
export function isAdminPageOpen(page: AdminPageName, rights: Pick<Rights, 'administrator' | 'users' | 'history'>): boolean {
  const right = rightOfPage[page];
  return rights.administrator || (right !== undefined && rights[right]);
}

export const asAdminPageName = (text: string): AdminPageName | undefined => adminPages.find((page) => page === text);

export const beforeImages = (part: AdminPageName): ResourceName | undefined => resourceNames.find((name) => name === part);

/** What else of a page's state its address has. */
export interface AdminSearch {
  /** What the list is filtered by. */
  readonly find?: string;
  /** Whether the form for something new is open. */
  readonly add?: true;
  /** What the open form changes, or whose attempts are shown. */
  readonly edit?: string;
  readonly attempts?: string;
  /** The section whose networks the matrix shows. */
  readonly section?: number;
  /** `signIns`: only these of the history. */
  readonly only?: 'signIns';
}

export function readAdminSearch(search: Readonly<Record<string, unknown>>): AdminSearch {
  const text = (name: string) => (search[name] === undefined || search[name] === '' ? {} : { [name]: String(search[name]) });
  const section = Number(search.section);
  return {
    ...text('find'),
    ...(search.add ? { add: true as const } : {}),
    ...text('edit'),
    ...text('attempts'),
    ...(Number.isInteger(section) && section > 0 ? { section } : {}),
    ...(search.only === 'signIns' ? { only: 'signIns' as const } : {}),
  };
}
