import { useQuery } from '@tanstack/react-query';
import type { Subnet } from '../../api/client';
import { isFolder, nameOf } from '../../api/kinds';
import { childrenQuery, sectionsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { bitsOf } from '../../values/ip';

export type SubnetDetails = ReturnType<typeof useSubnetDetails>;

export function useSubnetDetails(subnet: Subnet) {
  const id = Number(subnet.id);
  const rights = useRights();
  const { data: sections } = useQuery(sectionsQuery);
  const { data: children } = useQuery(childrenQuery(id, isFolder(subnet)));
  const section = sections?.find((each) => String(each.id) === String(subnet.sectionId));
  return {
    subnet,
    network: { id, subnet: subnet.subnet, mask: Number(subnet.mask) },
    name: nameOf(subnet),
    isFolder: isFolder(subnet),
    sectionId: Number(subnet.sectionId),
    level: rights.level(section?.permissions) === 0 ? 0 : rights.level(subnet.permissions),
    /** The direct children; undefined until they are read. */
    children,
    hasChildren: (children?.length ?? 0) > 0,
    /** Whether the network can have children. A single address cannot. */
    hasRoom: isFolder(subnet) || Number(subnet.mask) < bitsOf(subnet.subnet),
  };
}

export const subnetTabs = ['addresses', 'grid', 'ranges', 'subnets', 'free', 'trend', 'changes'] as const;
export type SubnetTab = (typeof subnetTabs)[number];

export const asTab = (value: unknown): SubnetTab | undefined => subnetTabs.find((tab) => tab === value);
