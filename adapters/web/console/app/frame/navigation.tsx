import {
  AppsIcon,
  DevicesIcon,
  GearIcon,
  HistoryIcon,
  HomeIcon,
  LocationIcon,
  PackageIcon,
  PeopleIcon,
  PulseIcon,
  ServerIcon,
  ShieldLockIcon,
  TableIcon,
  TagIcon,
  TelescopeIcon,
  UploadIcon,
  WorkflowIcon,
} from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isListed, kindTitle } from '../../api/kinds';
import { useCanImport } from '../../api/may-import';
import { kindsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { t } from '../../texts/text';

/** Kinds that have a picture of their own; all others have the same. */
const pictures: Readonly<Record<string, typeof PackageIcon>> = {
  customer: PeopleIcon,
  device: DevicesIcon,
  location: LocationIcon,
  rack: ServerIcon,
  tag: TagIcon,
  vlan: WorkflowIcon,
};

/** The pages of administration that are one click away; the others are one more. */
const adminPictures = {
  users: PeopleIcon,
  permissions: ShieldLockIcon,
  apps: AppsIcon,
  settings: GearIcon,
  health: PulseIcon,
} as const;

/** Every page there is. */
export function Navigation() {
  const { administrator } = useRights();
  return (
    <>
      <Pages />
      <Inventory />
      {administrator ? <Administration /> : null}
    </>
  );
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

/** Sorts of record, which come from what the service describes. */
function Inventory() {
  const { data: kinds = [] } = useQuery(kindsQuery);
  return (
    <>
      <div className="nav-title">{t('nav.inventory')}</div>
      {kinds.filter(isListed).map((kind) => {
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

const Administration = () => (
  <>
    <div className="nav-title">{t('nav.administration')}</div>
    {(['users', 'permissions', 'apps', 'settings', 'health'] as const).map((part) => {
      const Picture = adminPictures[part];
      return (
        <Link key={part} to="/admin/$part" params={{ part }} className="nav-link">
          <Picture size={18} /> {t(`admin.${part}`)}
        </Link>
      );
    })}
  </>
);
