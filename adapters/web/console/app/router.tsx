import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent as page } from '@tanstack/react-router';
import { pathPrefix } from '../api/client';
import { readAdminSearch } from '../features/admin/admin-pages';
import { readTableSearch, type TableSearch } from '../features/records/table-search';
import { asRequestState, type RequestState } from '../features/requests/request-queries';
import { asTab, type SubnetTab } from '../features/subnets/subnet-details';
import { Card, Failure, NotFound } from '../ui/page/page';
import { texts } from '../values/search';
import { Shell } from './frame/shell';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Shell, notFoundComponent: NotFound });

const at = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path });

type Search = Readonly<Record<string, unknown>>;

const withTable =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Search): TableSearch & Partial<Record<Name, string>> => ({ ...readTableSearch(search), ...texts(...names)(search) });

const overview = createRoute({ ...at('/'), component: page(() => import('../features/overview/overview-page'), 'OverviewPage') });

const section = createRoute({
  ...at('/sections/$id'),
  validateSearch: withTable('tab'),
  component: page(() => import('../features/sections/section-page'), 'SectionPage'),
});

const subnet = createRoute({
  ...at('/subnets/$id'),
  validateSearch: (search: Search): { tab?: SubnetTab } & Partial<Record<'find' | 'by' | 'state' | 'sort', string>> => ({
    ...(asTab(search.tab) ? { tab: asTab(search.tab) } : {}),
    ...texts('find', 'by', 'state', 'sort')(search),
  }),
  component: page(() => import('../features/subnets/subnet-page'), 'SubnetPage'),
});

const map = createRoute({
  ...at('/map'),
  validateSearch: (search: Search): { at?: string; as?: 'list' } => ({
    ...(typeof search.at === 'string' ? { at: search.at } : {}),
    ...(search.as === 'list' ? { as: 'list' } : {}),
  }),
  component: page(() => import('../features/map/map-page'), 'MapPage'),
});

const changes = createRoute({
  ...at('/changes'),
  validateSearch: texts('kind', 'objectId', 'subnet', 'by', 'app', 'from', 'to'),
  component: page(() => import('../features/changes/changes-page'), 'ChangesPage'),
});

const reports = createRoute({
  ...at('/reports'),
  validateSearch: texts('report', 'days'),
  component: page(() => import('../features/reports/reports-page'), 'ReportsPage'),
});

const records = createRoute({
  ...at('/records/$kind'),
  validateSearch: withTable('by', 'of'),
  component: page(() => import('../features/records/records-page'), 'RecordsPage'),
});

const record = createRoute({
  ...at('/records/$kind/$id'),
  component: page(() => import('../features/records/record-page'), 'RecordPage'),
});

const rack = createRoute({ ...at('/racks/$id'), component: page(() => import('../features/racks/rack-page'), 'RackPage') });

const requests = createRoute({
  ...at('/requests'),
  validateSearch: (search: Search): { state?: RequestState | 'all' } => {
    const state = asRequestState(search.state);
    return state ? { state } : {};
  },
  component: page(() => import('../features/requests/requests-page'), 'RequestsPage'),
});

const lookup = createRoute({
  ...at('/lookup'),
  validateSearch: texts('ips'),
  component: page(() => import('../features/addresses/lookup-page'), 'LookupPage'),
});

const importPage = createRoute({ ...at('/import'), component: page(() => import('../features/import/pages'), 'ImportPage') });

const storedImport = createRoute({
  ...at('/import/$id'),
  component: page(() => import('../features/import/pages'), 'StoredImportPage'),
});

const account = createRoute({
  ...at('/account'),
  component: page(() => import('../features/account/account-page'), 'AccountPage'),
});

const authorize = createRoute({
  ...at('/authorize'),
  validateSearch: texts('request'),
  component: page(() => import('../features/account/authorize-page'), 'AuthorizePage'),
});

const administration = createRoute({
  ...at('/admin/$part'),
  validateSearch: readAdminSearch,
  component: page(() => import('../features/admin/admin'), 'AdminPage'),
});

const Broken = ({ error }: { error: unknown }) => (
  <Card>
    <Failure error={error instanceof Error ? error : new Error(String(error))} retry={() => location.reload()} />
  </Card>
);

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
