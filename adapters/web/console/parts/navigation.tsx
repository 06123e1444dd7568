import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { kindsQuery } from '../api/queries';
import { useRights } from '../api/session';
import { adminParts } from './admin-parts';
import {
  IconApps,
  IconBox,
  IconBuilding,
  IconFileUpload,
  IconHeartbeat,
  IconHistory,
  IconLayoutDashboard,
  IconListSearch,
  IconLock,
  IconMap2,
  IconNetwork,
  IconRouter,
  IconServer2,
  IconSettings,
  IconTags,
  IconUsers,
} from './icons';
import { useMayBring } from './may-bring';

/** Kinds that have a picture of their own; all others have the same. */
const pictures: Readonly<Record<string, typeof IconBox>> = {
  customer: IconUsers,
  device: IconRouter,
  location: IconBuilding,
  rack: IconServer2,
  tag: IconTags,
  vlan: IconNetwork,
};

/** The pages of administration that are one click away; the others are one more. */
const adminPictures = {
  users: IconUsers,
  permissions: IconLock,
  apps: IconApps,
  settings: IconSettings,
  health: IconHeartbeat,
} as const;

/** Sorts of record that have pages of their own. */
const withPages = ['section', 'subnet', 'address'];

/** Every page there is; sorts of record come from what the service describes. */
export function Navigation() {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const mayBring = useMayBring();
  const { administrator } = useRights();
  return (
    <>
      <Link to="/" className="nav-link" activeOptions={{ exact: true }}>
        <IconLayoutDashboard size={18} /> Overview
      </Link>
      <Link to="/map" className="nav-link">
        <IconMap2 size={18} /> Space map
      </Link>
      <Link to="/changes" className="nav-link">
        <IconHistory size={18} /> Changes
      </Link>
      <Link to="/lookup" className="nav-link">
        <IconListSearch size={18} /> Look up
      </Link>
      {mayBring ? (
        <Link to="/bring" className="nav-link">
          <IconFileUpload size={18} /> Bring data
        </Link>
      ) : null}
      <div className="nav-title">Inventory</div>
      {kinds
        .filter(({ name }) => !withPages.includes(name))
        .map(({ name, title }) => {
          const Picture = pictures[name] ?? IconBox;
          return (
            <Link key={name} to="/records/$kind" params={{ kind: name }} className="nav-link">
              <Picture size={18} /> {headline(title)}
            </Link>
          );
        })}
      {administrator ? (
        <>
          <div className="nav-title">Administration</div>
          {(['users', 'permissions', 'apps', 'settings', 'health'] as const).map((part) => {
            const Picture = adminPictures[part];
            return (
              <Link key={part} to="/admin/$part" params={{ part }} className="nav-link">
                <Picture size={18} /> {adminParts[part]}
              </Link>
            );
          })}
        </>
      ) : null}
    </>
  );
}

/** A plural word as it stands at the beginning. */
export const headline = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1);
