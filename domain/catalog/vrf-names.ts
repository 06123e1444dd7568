import { IpamError } from '../errors.js';
import type { KindRecord } from '../fields/kind.js';
import { foldCase } from '../listing/text-match.js';
import { vrf } from './kind-descriptors.js';

/** Without regard to case. */
export const hasVrfName = ({ values }: KindRecord, name: string): boolean => foldCase(String(values.name)) === foldCase(name);

/** @param id of the renamed VRF; undefined for a new VRF @throws IpamError kind.taken for the same name, without regard to case */
export function refuseVrfNameOf(other: KindRecord, name: string, id?: number): void {
  if (other.id !== id && hasVrfName(other, name)) throw new IpamError('kind.taken', { kind: vrf.name });
}
