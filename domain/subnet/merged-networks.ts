import { IpamError } from '../errors.js';
import type { Network } from './subnet.js';

/** A change of a container after which networks are compared that were not compared before. */
export type ContainerChange =
  /** The networks of this VRF lose it, as the VRF is deleted. */
  | { readonly vrfCleared: number }
  /** This section becomes strict. */
  | { readonly strictSection: number };

/** Two networks that may not exist side by side, the one with the lower id first. */
export type NetworkPair = readonly [one: Network, other: Network];

/**
 * Refuses a change of a container after which two networks overlap in a strict section.
 * @param pair the first such networks, as the caller may see them; undefined when there are none
 * @throws IpamError subnet.overlapAfterChange
 */
export function refuseMergedNetworks(pair: NetworkPair | undefined): void {
  if (!pair) return;
  const [one, other] = pair;
  const name = ({ id, prefix }: Network): string => `${prefix} (subnet ${id})`;
  throw new IpamError('subnet.overlapAfterChange', { one: name(one), other: name(other) });
}
