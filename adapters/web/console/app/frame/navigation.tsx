import {
  AppsIcon,
  ArrowBothIcon,
  ArrowSwitchIcon,
  BroadcastIcon,
  CpuIcon,
  DevicesIcon,
  GearIcon,
  GlobeIcon,
  HistoryIcon,
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
  TagIcon,
  WorkflowIcon,
} from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isListed, isNamedById, kindTitle } from '../../api/kinds';
import { kindsQuery, sectionsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { isAdminPageOpen } from '../../features/admin/admin-pages';
import { SideLists } from '../../features/bookmarks/favourites';
import { openRequestsQuery } from '../../features/requests/request-queries';
import { SideTree } from '../../features/sections/side-tree';
import { t } from '../../texts/text';
import { usePages } from '../pages';

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

/** Pages of the administration with an entry. The others are tabs of the administration. */
const adminPages = [
  ['users', PeopleIcon],
  ['permissions', ShieldLockIcon],
  ['apps', AppsIcon],
  ['history', HistoryIcon],
  ['settings', GearIcon],
  ['health', PulseIcon],
] as const;

export function Navigation() {
  useVisibleEntry();
  return (
    <>
      <Pages />
      <SideLists />
      <SideTree />
      <Inventory />
      <Administration />
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

const Pages = () =>
  usePages().map(({ to, textKey, Picture }) => (
    <Link key={to} to={to} className="nav-link" activeOptions={{ exact: to === '/' }}>
      <Picture size={18} /> {t(textKey)}
      {to === '/requests' ? <OpenRequests /> : null}
    </Link>
  ));

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

function Administration() {
  const rights = useRights();
  const pages = adminPages.filter(([page]) => isAdminPageOpen(page, rights));
  if (pages.length === 0) return null;
  return (
    <>
      <div className="nav-title">{t('nav.administration')}</div>
      {pages.map(([page, Picture]) => (
        <Link key={page} to="/admin/$part" params={{ part: page }} className="nav-link">
          <Picture size={18} /> {t(`admin.${page}`)}
        </Link>
      ))}
    </>
  );
}
