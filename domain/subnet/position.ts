import { IpamError } from '../errors.js';
import type { PermissionMap } from '../fields/permission-map.js';
import type { Prefix } from '../net/prefix.js';
import { readId, scalarText } from '../scalar-text.js';
import type { Section } from '../section/section.js';
import type { Network, Subnet } from './subnet.js';

export type OverlapScope =
  /** All networks of a section with the same VRF, at any depth. */
  | { readonly sectionId: number; readonly vrfId: number | null }
  /** The direct children of a network with the same VRF or without VRF. */
  | { readonly masterSubnetId: number; readonly vrfId: number | null; readonly orNoVrf: true };

/** The position of a subnet: below a master, or at the top of a section. */
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

  /** If true, networks of the section must be locked. */
  comparesWithSection(prefix: Prefix | null): boolean {
    return this.section.strictMode && this.master === undefined && prefix !== null;
  }

  /**
   * A top-level network in a strict section is compared with the whole section, a nested network with its siblings. Below
   * folders and in other sections, networks may overlap.
   */
  overlapScope(vrfId: number | null): OverlapScope | undefined {
    const { section, master } = this;
    if (!section.strictMode || master?.isFolder) return undefined;
    return master ? { masterSubnetId: master.id, vrfId, orNoVrf: true } : { sectionId: section.id, vrfId };
  }

  /** @param conflict in the overlapScope @throws IpamError subnet.overlapWithSibling, at the top subnet.overlapInSection */
  refuseOverlap(prefix: Prefix, conflict: Network | undefined): void {
    if (!conflict) return;
    const other = conflict.prefix.toString();
    if (this.master) throw new IpamError('subnet.overlapWithSibling', { cidr: other });
    const description = conflict.description ?? '';
    throw new IpamError('subnet.overlapInSection', { cidr: prefix.toString(), other, description, section: this.section.name });
  }

  /** @param ancestors ids of the new master and its ancestors @throws IpamError subnet.cycle */
  refuseCycle(subnetId: number, ancestors: Iterable<number>): void {
    for (const id of ancestors) if (id === subnetId) throw new IpamError('subnet.cycle');
  }
}

export function sectionUnknown(input: unknown): IpamError {
  if (input === undefined || input === null || input === '') return new IpamError('field.required', { field: 'sectionId' });
  return new IpamError('field.reference', { field: 'sectionId', id: readId(input) ?? scalarText(input) ?? '' });
}
