import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { pathPrefix } from '../api/calls';
import { readAdminSearch } from '../features/admin/admin-pages';
import { readTableSearch, type TableSearch } from '../features/records/table-search';
import { asRequestState, type RequestState } from '../features/requests/request-queries';
import { asTab, type SubnetTab } from '../features/subnets/tabs';
import { NotFound } from '../ui/page/not-found';
import { Broken } from './frame/broken';
import { Shell } from './frame/shell';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Shell, notFoundComponent: NotFound });

/** Reads text parameters. Omits empty ones. The router parses numeric parameters as numbers. */
const texts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Readonly<Record<string, unknown>>): Partial<Record<Name, string>> => {
    const found: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const value = search[name];
      const text = typeof value === 'number' ? String(value) : value;
      if (typeof text === 'string' && text !== '') found[name] = text;
    }
    return found;
  };

const withTable =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): TableSearch & Partial<Record<Name, string>> => ({
    ...readTableSearch(search),
    ...texts(...names)(search),
  });

const addressSearch = texts('find', 'by', 'state', 'sort');

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../features/overview/overview-page'), 'OverviewPage'),
});

const section = createRoute({
  getParentRoute: () => root,
  path: '/sections/$id',
  validateSearch: withTable('tab'),
  component: lazyRouteComponent(() => import('../features/sections/section-page'), 'SectionPage'),
});

const subnet = createRoute({
  getParentRoute: () => root,
  path: '/subnets/$id',
  validateSearch: (search: Record<string, unknown>): { tab?: SubnetTab } & ReturnType<typeof addressSearch> => ({
    ...(asTab(search.tab) ? { tab: asTab(search.tab) } : {}),
    ...addressSearch(search),
  }),
  component: lazyRouteComponent(() => import('../features/subnets/subnet-page'), 'SubnetPage'),
});

const map = createRoute({
  getParentRoute: () => root,
  path: '/map',
  validateSearch: (search: Record<string, unknown>): { at?: string; as?: 'list' } => ({
    ...(typeof search.at === 'string' ? { at: search.at } : {}),
    ...(search.as === 'list' ? { as: 'list' } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/map/map-page'), 'MapPage'),
});

const changes = createRoute({
  getParentRoute: () => root,
  path: '/changes',
  validateSearch: texts('kind', 'objectId', 'subnet', 'by', 'app', 'from', 'to'),
  component: lazyRouteComponent(() => import('../features/changes/changes-page'), 'ChangesPage'),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: texts('report', 'days'),
  component: lazyRouteComponent(() => import('../features/reports/reports-page'), 'ReportsPage'),
});

const records = createRoute({
  getParentRoute: () => root,
  path: '/records/$kind',
  validateSearch: withTable('by', 'of'),
  component: lazyRouteComponent(() => import('../features/records/records-page'), 'RecordsPage'),
});

const record = createRoute({
  getParentRoute: () => root,
  path: '/records/$kind/$id',
  component: lazyRouteComponent(() => import('../features/records/record-page'), 'RecordPage'),
});

const rack = createRoute({
  getParentRoute: () => root,
  path: '/racks/$id',
  component: lazyRouteComponent(() => import('../features/racks/rack-page'), 'RackPage'),
});

const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  validateSearch: (search: Record<string, unknown>): { state?: RequestState | 'all' } => {
    const state = asRequestState(search.state);
    return state ? { state } : {};
  },
  component: lazyRouteComponent(() => import('../features/requests/requests-page'), 'RequestsPage'),
});

const lookup = createRoute({
  getParentRoute: () => root,
  path: '/lookup',
  validateSearch: texts('ips'),
  component: lazyRouteComponent(() => import('../features/addresses/lookup-page'), 'LookupPage'),
});

const importPage = createRoute({
  getParentRoute: () => root,
  path: '/import',
  component: lazyRouteComponent(() => import('../features/import/pages'), 'ImportPage'),
});

const storedImport = createRoute({
  getParentRoute: () => root,
  path: '/import/$id',
  component: lazyRouteComponent(() => import('../features/import/pages'), 'StoredImportPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/account-page'), 'AccountPage'),
});

const authorize = createRoute({
  getParentRoute: () => root,
  path: '/authorize',
  validateSearch: texts('request'),
  component: lazyRouteComponent(() => import('../features/account/authorize-page'), 'AuthorizePage'),
});

const administration = createRoute({
  getParentRoute: () => root,
  path: '/admin/$part',
  validateSearch: readAdminSearch,
  component: lazyRouteComponent(() => import('../features/admin/admin'), 'AdminPage'),
});

/** Every state of the console has its own URL. */
export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([
      overview,
      section,
      subnet,
      map,
      changes,
      reports,
      records,
      record,
      rack,
      requests,
      lookup,
      importPage,
      storedImport,
      account,
      authorize,
      administration,
    ]),
    basepath: `${pathPrefix}/console`,
    context: { queries },
    defaultErrorComponent: Broken,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    search: { strict: true }, // removes unknown parameters from the URL
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
