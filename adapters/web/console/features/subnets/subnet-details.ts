import { useQuery } from '@tanstack/react-query';
import type { Subnet } from '../../api/client';
import { childrenQuery, sectionsQuery } from '../../api/queries';
import { useRights } from '../../api/session';
import { isFolder, nameOf } from '../../api/subnet-name';
import type { NetworkAt } from '../../ui/dialogs/dialogs';
import { bitsOf } from '../../values/ip';

/** A network or folder, and what its page knows of it beside its record. */
export interface SubnetDetails {
  readonly subnet: Subnet;
  readonly network: NetworkAt;
  readonly name: string;
  readonly isFolder: boolean;
  readonly sectionId: number;
  /** The name of its section, once it was read. */
  readonly section: string | undefined;
  /** What one may do with it. */
  readonly level: number;
  /** Those right below it, once they were read. */
  readonly children: readonly Subnet[] | undefined;
  readonly hasChildren: boolean;
  /** Whether something may hang below it: below a single address nothing can. */
  readonly hasRoom: boolean;
}

/** Reads what the page of a network or folder has to know. */
export function useSubnetDetails(subnet: Subnet): SubnetDetails {
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
    section: section?.name,
    level: rights.level(section?.permissions) === 0 ? 0 : rights.level(subnet.permissions),
    children,
    hasChildren: (children?.length ?? 0) > 0,
    hasRoom: isFolder(subnet) || Number(subnet.mask) < bitsOf(subnet.subnet),
  };
}
