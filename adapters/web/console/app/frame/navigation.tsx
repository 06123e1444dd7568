import {
  AppsIcon,
  ArrowBothIcon,
  ArrowSwitchIcon,
  BroadcastIcon,
  CpuIcon,
  DevicesIcon,
  GearIcon,
  GlobeIcon,
  GraphIcon,
  HistoryIcon,
  HomeIcon,
  InboxIcon,
  LocationIcon,
  NumberIcon,
  PackageIcon,
  PeopleIcon,
  PulseIcon,
  RepoForkedIcon,
  ServerIcon,
  ShareAndroidIcon,
  ShieldLockIcon,
  StackIcon,
  TableIcon,
  TagIcon,
  TelescopeIcon,
  UploadIcon,
  WorkflowIcon,
} from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isListed, kindTitle } from '../../api/kinds';
import { useCanImport } from '../../api/may-import';
import { kindsQuery, sectionsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { isNamedById } from '../../api/use-names-by-id';
import { isAdminPageOpen } from '../../features/admin/admin-pages';
import { SideLists } from '../../features/favourites/side-lists';
import { openRequestsQuery } from '../../features/requests/request-queries';
import { SideTree } from '../../features/sections/side-tree';
import { t } from '../../texts/text';

const pictures: Readonly<Record<string, typeof PackageIcon>> = {
  address: NumberIcon,
  customer: PeopleIcon,
  device: DevicesIcon,
  deviceType: CpuIcon,
  l2domain: StackIcon,
  location: LocationIcon,
  nameserver: GlobeIcon,
  nat: ArrowSwitchIcon,
  rack: ServerIcon,
  range: ArrowBothIcon,
  scanAgent: BroadcastIcon,
  subnet: ShareAndroidIcon,
  tag: TagIcon,
  vlan: WorkflowIcon,
  vrf: RepoForkedIcon,
};

const adminPictures = {
  users: PeopleIcon,
  permissions: ShieldLockIcon,
  apps: AppsIcon,
  history: HistoryIcon,
  settings: GearIcon,
  health: PulseIcon,
} as const;

const shownPages = ['users', 'permissions', 'apps', 'history', 'settings', 'health'] as const;

export function Navigation() {
  const rights = useRights();
  useVisibleEntry();
  const pages = shownPages.filter((page) => isAdminPageOpen(page, rights));
  return (
    <>
      <Pages />
      <SideLists />
      <SideTree />
      <Inventory />
      {pages.length > 0 ? <Administration pages={pages} /> : null}
    </>
  );
}

/** Scrolls the entry of the open page into view. */
function useVisibleEntry() {
  const { pathname } = useLocation();
  const { data: kinds } = useQuery(kindsQuery);
  const { data: sections } = useQuery(sectionsQuery);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry, and loaded lists move the entries
  useEffect(() => {
    document.querySelector('.nav-link[data-status="active"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname, kinds, sections]);
}

function Pages() {
  const canImport = useCanImport();
  return (
    <>
      <Link to="/" className="nav-link" activeOptions={{ exact: true }}>
        <HomeIcon size={18} /> {t('nav.overview')}
      </Link>
      <Link to="/map" className="nav-link">
        <TableIcon size={18} /> {t('nav.map')}
      </Link>
      <Link to="/changes" className="nav-link">
        <HistoryIcon size={18} /> {t('nav.changes')}
      </Link>
      <Link to="/requests" className="nav-link">
        <InboxIcon size={18} /> {t('nav.requests')}
        <OpenRequests />
      </Link>
      <Link to="/reports" className="nav-link">
        <GraphIcon size={18} /> {t('nav.reports')}
      </Link>
      <Link to="/lookup" className="nav-link">
        <TelescopeIcon size={18} /> {t('nav.lookup')}
      </Link>
      {canImport ? (
        <Link to="/import" className="nav-link">
          <UploadIcon size={18} /> {t('nav.import')}
        </Link>
      ) : null}
    </>
  );
}

function OpenRequests() {
  const { data: number = 0 } = useQuery(openRequestsQuery);
  if (number === 0) return null;
  return (
    <span className="nav-count" role="img" aria-label={t('request.openCount', { n: number })}>
      {number}
    </span>
  );
}

function Inventory() {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const rights = useRights();
  const shown = kinds.filter((kind) => (isListed(kind) || isNamedById(kind.name)) && rights.reads(kind.name));
  if (shown.length === 0) return null;
  return (
    <>
      <div className="nav-title">{t('nav.inventory')}</div>
      {shown.map((kind) => {
        const { name } = kind;
        const Picture = pictures[name] ?? PackageIcon;
        return (
          <Link key={name} to="/records/$kind" params={{ kind: name }} className="nav-link">
            <Picture size={18} /> {kindTitle(kind)}
          </Link>
        );
      })}
    </>
  );
}

const Administration = ({ pages }: { pages: readonly (typeof shownPages)[number][] }) => (
  <>
    <div className="nav-title">{t('nav.administration')}</div>
    {pages.map((page) => {
      const Picture = adminPictures[page];
      return (
        <Link key={page} to="/admin/$part" params={{ part: page }} className="nav-link">
          <Picture size={18} /> {t(`admin.${page}`)}
        </Link>
      );
    })}
  </>
);
