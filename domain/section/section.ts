import { IpamError } from '../errors.js';
import { defineFields, type RecordOf } from '../fields/field.js';

/** Fields of a section, in the order in which a record shows them. */
export const sectionFields = defineFields({
  name: { type: 'text', max: 128, required: true },
  description: { type: 'multiline', max: 65535 },
  masterSection: { type: 'reference', ref: { kind: 'section', onDelete: 'cascade' } },
  permissions: { type: 'permissions' },
  strictMode: { type: 'flag' },
  subnetOrdering: { type: 'text', max: 16 },
  order: { type: 'integer' },
  editDate: { type: 'timestamp', readOnly: true },
  showSubnet: { type: 'flag', default: true },
  showVLAN: { type: 'flag' },
  showVRF: { type: 'flag' },
  showSupernetOnly: { type: 'flag' },
  DNS: { type: 'text', max: 128 },
});

/** A group of subnets with its own permissions; in strict mode its subnets may not overlap. */
export type Section = RecordOf<typeof sectionFields>;

const shortestName = 3;

/** @throws IpamError section.nameTooShort when the name is absent or has fewer than three characters */
export function checkSectionName(name: unknown): void {
  if ((typeof name !== 'string' && typeof name !== 'number') || [...String(name)].length < shortestName)
    throw new IpamError('section.nameTooShort');
}

/** Columns by which a section may order its subnets. */
export const subnetOrderFields = ['subnet', 'description', 'id', 'sectionId', 'vlanId', 'vrfId', 'masterSubnetId'] as const;

/** How a section orders its subnets. */
export interface OrderOfSubnets {
  readonly field: (typeof subnetOrderFields)[number];
  readonly descending: boolean;
}

/** What a section does: which sections may come below it, and how it orders its subnets. */
export class SectionAggregate {
  readonly record: Section;

  constructor(record: Section) {
    this.record = record;
  }

  /**
   * Checks what is to come below it: sections are nested one level deep, and none is its own master.
   * @param moving the section that comes there, with whether it has sections below it; none for a new one
   * @throws IpamError section.masterOfItself, section.tooDeep
   */
  checkChild(moving?: { readonly id: number; readonly hasChildren: boolean }): void {
    if (moving?.id === this.record.id) throw new IpamError('section.masterOfItself');
    if (this.record.masterSection !== null || moving?.hasChildren) throw new IpamError('section.tooDeep');
  }

  /** Its own order of its subnets, e.g. `description,desc`; by network where it names no column that is known. */
  get orderOfSubnets(): OrderOfSubnets {
    const [given, direction] = (this.record.subnetOrdering ?? '').split(',');
    const field = subnetOrderFields.find((name) => name === given);
    return { field: field ?? 'subnet', descending: field !== undefined && direction === 'desc' };
  }
}
