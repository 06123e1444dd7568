import { useQuery } from '@tanstack/react-query';
import { addressPage } from '../../api/address-list';
import type { Subnet } from '../../api/client';
import { isFolder } from '../../api/subnet-name';
import { type Gap, gapsIn, intervalOf } from '../../values/gaps';
import { bitsOf } from '../../values/ip';

/** Maximum number of a network's own addresses that are read to find its free ranges. */
const maxAddresses = 1000;

export interface FreeSpace {
  /** Ranges without networks and addresses; undefined while they are unknown. */
  readonly gaps: readonly Gap[] | undefined;
  /** Whether the network has more than `maxAddresses` addresses of its own. */
  readonly isFilled: boolean;
}

const ownAddressesQuery = (id: number) => ({
  queryKey: ['register', 'subnets', id, 'own addresses'],
  queryFn: () => addressPage({ subnet: id, sort: 'ip', where: [] }, { limit: maxAddresses, count: true, fields: 'ip' }),
});

interface Parent {
  readonly id: number;
  readonly subnet: string;
  readonly mask: number;
}

export function useFreeSpace(network: Parent, children: readonly Subnet[] | undefined): FreeSpace {
  const { data } = useQuery(ownAddressesQuery(network.id));
  if (!data || !children) return { gaps: undefined, isFilled: false };
  if (data.total > maxAddresses) return { gaps: undefined, isFilled: true };
  const bits = bitsOf(network.subnet);
  const networks = children
    .filter((child) => !isFolder(child) && bitsOf(child.subnet) === bits)
    .map(({ subnet, mask }) => ({ subnet, mask: Number(mask) }));
  const addresses = data.rows.map(({ ip }) => ({ subnet: ip, mask: bits }));
  return { gaps: gapsIn(network, [...networks, ...addresses]), isFilled: false };
}

export function withinGaps(prefixes: readonly string[], gaps: readonly Gap[]): readonly string[] {
  return prefixes.filter((prefix) => {
    const [subnet = '', mask] = prefix.split('/');
    const { first, last } = intervalOf({ subnet, mask: Number(mask) });
    return gaps.some((gap) => gap.first <= first && last <= gap.last);
  });
}
