import { IpamError } from '../errors.js';
import type { KindRecord } from '../fields/kind.js';
import { foldCase } from '../listing/text-match.js';
import { vrf } from './kinds/vrf.js';

/** Whether a VRF has a name, without regard to case. */
export const hasVrfName = ({ values }: KindRecord, name: string): boolean => foldCase(String(values.name)) === foldCase(name);

/**
 * Ignores case.
 * @param other a VRF with a possibly equal name
 * @param id of the VRF that gets the name, unless new
 * @throws IpamError kind.taken
 */
export function refuseVrfNameOf(other: KindRecord, name: string, id?: number): void {
  if (other.id !== id && hasVrfName(other, name)) throw new IpamError('kind.taken', { kind: vrf.name });
}
