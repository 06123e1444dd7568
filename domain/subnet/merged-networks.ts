import { IpamError } from '../errors.js';
import type { Network } from './subnet.js';

/** A change of a section or VRF after which networks are compared for overlaps. */
export type ContainerChange =
  /** This VRF is deleted: its networks have no VRF then. */
  | { readonly vrfCleared: number }
  /** This section becomes strict. */
  | { readonly strictSection: number };

/** Two overlapping networks, the lower id first. */
export type NetworkPair = readonly [one: Network, other: Network];

/** @param pair reduced to the members visible to the caller @throws IpamError subnet.overlapAfterChange */
export function refuseMergedNetworks(pair: NetworkPair | undefined): void {
  if (!pair) return;
  const [one, other] = pair;
  const name = ({ id, prefix }: Network): string => `${prefix} (subnet ${id})`;
  throw new IpamError('subnet.overlapAfterChange', { one: name(one), other: name(other) });
}
