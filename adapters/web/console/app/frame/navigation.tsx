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
import { isListed } from '../../api/kinds';
import { useCanImport } from '../../api/may-import';
import { kindsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { adminPages } from '../../features/admin/admin-pages';
import { headline } from '../../values/headline';

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
  const mayBring = useCanImport();
  return (
    <>
      <Link to="/" className="nav-link" activeOptions={{ exact: true }}>
        <HomeIcon size={18} /> Overview
      </Link>
      <Link to="/map" className="nav-link">
        <TableIcon size={18} /> Space map
      </Link>
      <Link to="/changes" className="nav-link">
        <HistoryIcon size={18} /> Changes
      </Link>
      <Link to="/lookup" className="nav-link">
        <TelescopeIcon size={18} /> Look up
      </Link>
      {mayBring ? (
        <Link to="/bring" className="nav-link">
          <UploadIcon size={18} /> Bring data
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
      <div className="nav-title">Inventory</div>
      {kinds.filter(isListed).map(({ name, title }) => {
        const Picture = pictures[name] ?? PackageIcon;
        return (
          <Link key={name} to="/records/$kind" params={{ kind: name }} className="nav-link">
            <Picture size={18} /> {headline(title)}
          </Link>
        );
      })}
    </>
  );
}

const Administration = () => (
  <>
    <div className="nav-title">Administration</div>
    {(['users', 'permissions', 'apps', 'settings', 'health'] as const).map((part) => {
      const Picture = adminPictures[part];
      return (
        <Link key={part} to="/admin/$part" params={{ part }} className="nav-link">
          <Picture size={18} /> {adminPages[part]}
        </Link>
      );
    })}
  </>
);
