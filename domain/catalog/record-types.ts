import { addressFields } from '../address/address.js';
import type { CustomFieldOwner } from '../fields/custom-field.js';
import type { FieldSet } from '../fields/field.js';
import { sectionFields } from '../section/section.js';
import { subnetFields } from '../subnet/subnet.js';
import { isKindName, type KindName, kindOf } from './kinds.js';

/** Types of inventory records: the aggregates and the kinds. */
export type RecordType = 'section' | 'subnet' | 'address' | KindName;

export interface RecordShape {
  readonly fields: FieldSet;
  /** undefined: records without custom fields. */
  readonly owner?: CustomFieldOwner | undefined;
}

const aggregates = {
  section: { fields: sectionFields, owner: 'sections' },
  subnet: { fields: subnetFields, owner: 'subnets' },
  address: { fields: addressFields, owner: 'addresses' },
} as const satisfies Readonly<Record<string, RecordShape>>;

export function shapeOf(type: RecordType): RecordShape {
  if (!isKindName(type)) return aggregates[type];
  const { fields, customFields: owner } = kindOf(type);
  return { fields, owner };
}

/** The subnet of an address, or of a record of a kind within subnets. */
export function subnetIdIn(type: RecordType, values: Readonly<Record<string, unknown>>): number | undefined {
  const within = type === 'address' ? 'subnetId' : isKindName(type) ? kindOf(type).within : undefined;
  return within === undefined ? undefined : Number(values[within]);
}
