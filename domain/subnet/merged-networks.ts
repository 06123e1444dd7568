import { IpamError } from '../errors.js';
import type { Network } from './subnet.js';

/** A change of a container that makes networks subject to overlap checks. */
export type ContainerChange =
  /** Its networks lose the deleted VRF. */
  | { readonly vrfCleared: number }
  /** This section becomes strict. */
  | { readonly strictSection: number };

/** Two overlapping networks, the one with the lower id first. */
export type NetworkPair = readonly [one: Network, other: Network];

/**
 * Refuses a change of a container that makes networks overlap.
 * @param pair the first overlapping networks, as far as the caller may see them
 * @throws IpamError subnet.overlapAfterChange
 */
export function refuseMergedNetworks(pair: NetworkPair | undefined): void {
  if (!pair) return;
  const [one, other] = pair;
  const name = ({ id, prefix }: Network): string => `${prefix} (subnet ${id})`;
  throw new IpamError('subnet.overlapAfterChange', { one: name(one), other: name(other) });
}
