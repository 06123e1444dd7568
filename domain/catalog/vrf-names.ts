import { IpamError } from '../errors.js';
import type { KindRecord } from '../fields/kind.js';
import { foldCase } from '../listing/text-match.js';
import { vrf } from './kinds/vrf.js';

/** Whether a VRF has a name, though it differ in case. */
export const hasVrfName = ({ values }: KindRecord, name: string): boolean => foldCase(String(values.name)) === foldCase(name);

/**
 * Refuses a name for a VRF that another one has, though it differ in case.
 * @param other a VRF whose name may be the same
 * @param id of the VRF that is to have the name, if it has one
 * @throws IpamError kind.taken
 */
export function refuseVrfNameOf(other: KindRecord, name: string, id?: number): void {
  if (other.id !== id && hasVrfName(other, name)) throw new IpamError('kind.taken', { kind: vrf.name });
}
