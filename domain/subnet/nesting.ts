import { IpamError } from '../errors.js';
import type { Prefix } from '../net/prefix.js';
import type { Subnet } from './subnet.js';

/**
 * Checks that a subnet may hang below a master: a folder holds anything, a network holds only networks that lie strictly
 * inside its own.
 * @param prefix the network to place, null for a folder
 * @throws IpamError subnet.masterNotFolder, subnet.outsideMaster
 */
export function checkNesting(prefix: Prefix | null, master: Subnet): void {
  if (master.isFolder) return;
  if (prefix === null) throw new IpamError('subnet.masterNotFolder');
  if (!master.prefix.containsStrictly(prefix)) throw new IpamError('subnet.outsideMaster');
}

/**
 * Checks that moving a subnet below a master makes no circle.
 * @param ancestors the master and everything above it
 * @throws IpamError subnet.cycle
 */
export function checkNoCycle(subnetId: number, ancestors: Iterable<number>): void {
  for (const id of ancestors) if (id === subnetId) throw new IpamError('subnet.cycle');
}
