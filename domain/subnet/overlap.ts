import { IpamError } from '../errors.js';
import type { Prefix } from '../net/prefix.js';
import type { Section } from '../section/section.js';
import type { Network, Subnet } from './subnet.js';

/** Which networks a new or grown network must not overlap. */
export type OverlapScope =
  /** Every network of a section with the same VRF, at whatever depth. */
  | { readonly sectionId: number; readonly vrfId: number | null }
  /** The direct children of a network that have the same VRF or none. */
  | { readonly masterSubnetId: number; readonly vrfId: number | null; readonly orNoVrf: true };

/**
 * What has to be free for a network: in a strict section a root network is held against the whole section, a nested one
 * against its siblings; below a folder, and in other sections, networks may overlap.
 */
export function overlapScope(section: Section, master: Subnet | undefined, vrfId: number | null): OverlapScope | undefined {
  if (!section.strictMode || master?.isFolder) return undefined;
  return master ? { masterSubnetId: master.id, vrfId, orNoVrf: true } : { sectionId: section.id, vrfId };
}

/** @throws IpamError subnet.overlapWithSibling or subnet.overlapInSection when a network in the way was found */
export function refuseOverlap(prefix: Prefix, found: Network | undefined, scope: OverlapScope, section: Section): void {
  if (!found) return;
  if ('masterSubnetId' in scope) throw new IpamError('subnet.overlapWithSibling', { cidr: found.prefix.toString() });
  throw new IpamError('subnet.overlapInSection', {
    cidr: prefix.toString(),
    other: found.prefix.toString(),
    description: found.description ?? '',
    section: section.name,
  });
}
