import { IpamError } from '../errors.js';
import type { PermissionMap } from '../fields/permission-map.js';
import type { Prefix } from '../net/prefix.js';
import { readId, scalarText } from '../scalar-text.js';
import type { Section } from '../section/section.js';
import type { Network, Subnet } from './subnet.js';

/** The networks that a new or enlarged network must not overlap. */
export type OverlapScope =
  /** Every network of a section with the same VRF, at any depth. */
  | { readonly sectionId: number; readonly vrfId: number | null }
  /** The direct children of a network with the same VRF or none. */
  | { readonly masterSubnetId: number; readonly vrfId: number | null; readonly orNoVrf: true };

/** Below a master, or at the top of a section. */
export class SubnetPosition {
  readonly section: Section;
  readonly master: Subnet | undefined;

  constructor(section: Section, master?: Subnet) {
    this.section = section;
    this.master = master;
  }

  get permissions(): PermissionMap | null {
    return (this.master ?? this.section).permissions;
  }

  /** If so, networks of the section must not change meanwhile. */
  comparesWithSection(prefix: Prefix | null): boolean {
    return this.section.strictMode && this.master === undefined && prefix !== null;
  }

  /**
   * A root network in a strict section is compared with the whole section, a nested one with its siblings. Below folders and in
   * other sections networks may overlap.
   */
  overlapScope(vrfId: number | null): OverlapScope | undefined {
    const { section, master } = this;
    if (!section.strictMode || master?.isFolder) return undefined;
    return master ? { masterSubnetId: master.id, vrfId, orNoVrf: true } : { sectionId: section.id, vrfId };
  }

  /**
   * Refuses a network that overlaps another one.
   * @param obstacle the overlapping network in the overlapScope, if any
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
   * Refuses a subnet below itself.
   * @param ancestors ids of the master and its ancestors
   * @throws IpamError subnet.cycle
   */
  refuseCycle(subnetId: number, ancestors: Iterable<number>): void {
    for (const id of ancestors) if (id === subnetId) throw new IpamError('subnet.cycle');
  }
}

/** The error for an unknown section id. */
export function sectionUnknown(given: unknown): IpamError {
  if (given === undefined || given === null || given === '') return new IpamError('field.required', { field: 'sectionId' });
  return new IpamError('field.reference', { field: 'sectionId', id: readId(given) ?? scalarText(given) ?? '' });
}
