import {
  IconBox,
  IconBuilding,
  IconFileUpload,
  IconHistory,
  IconLayoutDashboard,
  IconListSearch,
  IconMap2,
  IconNetwork,
  IconRouter,
  IconServer2,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { kindsQuery } from '../api/queries';
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

/** Sorts of record that have pages of their own. */
const withPages = ['section', 'subnet', 'address'];

/** Every page there is; sorts of record come from what the service describes. */
export function Navigation() {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const mayBring = useMayBring();
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
    </>
  );
}

/** A plural word as it stands at the beginning. */
export const headline = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1);
