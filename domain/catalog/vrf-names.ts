import { IpamError } from '../errors.js';
import { foldCase } from '../search/text-match.js';
import type { KindRecord } from './kind.js';
import { vrf } from './kinds/vrf.js';

/**
 * Refuses a name for a VRF that another one has, though it differ in case.
 * @param other a VRF whose name may be the same
 * @param id of the VRF that is to have the name, if it has one
 * @throws IpamError kind.taken
 */
export function refuseVrfNameOf({ id: otherId, values }: KindRecord, name: string, id?: number): void {
  if (otherId !== id && foldCase(String(values.name)) === foldCase(name)) throw new IpamError('kind.taken', { kind: vrf.name });
}
