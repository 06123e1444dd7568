import { IpamError } from '../errors.js';
import type { PermissionMap } from '../fields/permission-map.js';
import type { Prefix } from '../net/prefix.js';
import { readId, scalarText } from '../scalar-text.js';
import type { Section } from '../section/section.js';
import type { Network, Subnet } from './subnet.js';

/** Which networks a new or grown network must not overlap. */
export type OverlapScope =
  /** Every network of a section with the same VRF, at whatever depth. */
  | { readonly sectionId: number; readonly vrfId: number | null }
  /** The direct children of a network that have the same VRF or none. */
  | { readonly masterSubnetId: number; readonly vrfId: number | null; readonly orNoVrf: true };

/** Where a subnet hangs, or is to hang: below a master, or at the top of a section. */
export class SubnetPosition {
  readonly section: Section;
  readonly master: Subnet | undefined;

  constructor(section: Section, master?: Subnet) {
    this.section = section;
    this.master = master;
  }

  /** The permissions that a subnet gets which comes here: those of what it hangs from. */
  get permissions(): PermissionMap | null {
    return (this.master ?? this.section).permissions;
  }

  /** Whether a subnet is compared here with all networks of the section, so that these must not change meanwhile. */
  comparesWithSection(prefix: Prefix | null): boolean {
    return this.section.strictMode && this.master === undefined && prefix !== null;
  }

  /**
   * What has to be free for a network: in a strict section a root network is held against the whole section, a nested one
   * against its siblings; below a folder, and in other sections, networks may overlap.
   */
  overlapScope(vrfId: number | null): OverlapScope | undefined {
    const { section, master } = this;
    if (!section.strictMode || master?.isFolder) return undefined;
    return master ? { masterSubnetId: master.id, vrfId, orNoVrf: true } : { sectionId: section.id, vrfId };
  }

  /**
   * Refuses a network that overlaps another one.
   * @param obstacle the network in its overlapScope that was found, if any
   * @throws IpamError subnet.overlapWithSibling, at the top subnet.overlapInSection
   */
  refuseOverlap(prefix: Prefix, obstacle: Network | undefined): void {
    if (!obstacle) return;
    const other = obstacle.prefix.toString();
    if (this.master) throw new IpamError('subnet.overlapWithSibling', { cidr: other });
    const description = obstacle.description ?? '';
    throw new IpamError('subnet.overlapInSection', { cidr: prefix.toString(), other, description, section: this.section.name });
  }

  /**
   * Refuses a subnet that would come below itself.
   * @param ancestors ids of the master and of everything above it
   * @throws IpamError subnet.cycle
   */
  refuseCycle(subnetId: number, ancestors: Iterable<number>): void {
    for (const id of ancestors) if (id === subnetId) throw new IpamError('subnet.cycle');
  }
}

/** The mistake of a section id that names no section. */
export function sectionUnknown(given: unknown): IpamError {
  if (given === undefined || given === null || given === '') return new IpamError('field.required', { field: 'sectionId' });
  return new IpamError('field.reference', { field: 'sectionId', id: readId(given) ?? scalarText(given) ?? '' });
}
