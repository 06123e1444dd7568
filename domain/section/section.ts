import { IpamError } from '../errors.js';
import { defineFields, type RecordOf } from '../fields/field.js';

/** In display order. */
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
  DNS: { type: 'idList', ref: { kind: 'nameserver' } },
});

/** A group of subnets with permissions. In strict mode, its networks may not overlap. */
export type Section = RecordOf<typeof sectionFields>;

const shortestName = 3;

/** @throws IpamError section.nameTooShort below three characters */
export function checkSectionName(name: unknown): void {
  if ((typeof name !== 'string' && typeof name !== 'number') || [...String(name)].length < shortestName)
    throw new IpamError('section.nameTooShort');
}

export const subnetOrderFields = ['subnet', 'description', 'id', 'sectionId', 'vlanId', 'vrfId', 'masterSubnetId'] as const;

export interface OrderOfSubnets {
  readonly field: (typeof subnetOrderFields)[number];
  readonly descending: boolean;
}
