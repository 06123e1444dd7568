import { useQuery } from '@tanstack/react-query';
import { type AnyRecord, ApiError, type Subnet, send } from '../../api/client';
import { isFolder } from '../../api/subnet-name';
import { type Gap, gapsIn, intervalOf } from '../../values/gaps';
import { bitsOf } from '../../values/ip';

/** The most addresses of a network without children that are read. */
const maxAddresses = 1000;

export interface FreeSpace {
  /** Ranges without networks and addresses; undefined until they are known. */
  readonly gaps: readonly Gap[] | undefined;
  /** Whether the network has too many addresses of its own to read them. */
  readonly isFilled: boolean;
}

interface Addresses {
  readonly data: readonly AnyRecord[];
  readonly total?: number;
}

/** The addresses of a network itself, up to a limit. */
async function ownAddresses(id: number): Promise<Addresses> {
  try {
    const path = `subnets/${id}/addresses/?links=false&fields=ip&sort=ip&limit=${maxAddresses}&count=1`;
    return await send<Addresses>('GET', path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { data: [], total: 0 };
    throw error;
  }
}

interface Parent {
  readonly id: number;
  readonly subnet: string;
  readonly mask: number;
}

/** The ranges of a network that contain neither a network below it nor an address. */
export function useFreeSpace(network: Parent, children: readonly Subnet[] | undefined): FreeSpace {
  const { data } = useQuery({
    queryKey: ['register', 'subnets', network.id, 'own addresses'],
    queryFn: () => ownAddresses(network.id),
  });
  if (!data || !children) return { gaps: undefined, isFilled: false };
  if (Number(data.total ?? 0) > maxAddresses) return { gaps: undefined, isFilled: true };
  const bits = bitsOf(network.subnet);
  const networks = children
    .filter((child) => !isFolder(child) && bitsOf(child.subnet) === bits)
    .map(({ subnet, mask }) => ({ subnet, mask: Number(mask) }));
  const addresses = data.data.map(({ ip }) => ({ subnet: String(ip), mask: bits }));
  return { gaps: gapsIn(network, [...networks, ...addresses]), isFilled: false };
}

/** The prefixes that lie within the gaps. */
export function withinGaps(prefixes: readonly string[], gaps: readonly Gap[]): readonly string[] {
  return prefixes.filter((prefix) => {
    const [subnet = '', mask] = prefix.split('/');
    const { first, last } = intervalOf({ subnet, mask: Number(mask) });
    return gaps.some((gap) => gap.first <= first && last <= gap.last);
  });
}
