import { IpamError } from '../errors.js';
import type { KindRecord } from '../fields/kind.js';
import type { Input } from '../fields/read-fields.js';
import { isUnset, scalarText } from '../scalar-text.js';
import { vlan } from './kind-descriptors.js';

type Values = KindRecord['values'];

/** Whether a value is a number within the range of the field. @throws IpamError field.required, vlan.numberNegative */
export function isPossibleVlanNumber(value: unknown): boolean {
  const text = scalarText(value)?.trim();
  if (text === undefined || text === '') throw new IpamError('field.required', { field: 'number' });
  if (/^-\d+$/.test(text)) throw new IpamError('vlan.numberNegative');
  return /^\d{1,15}$/.test(text) && Number(text) <= vlan.fields.number.max;
}

/** Values that are not numbers count as too high. @throws IpamError field.required, vlan.numberNegative, vlan.numberTooHigh */
export function checkVlanNumber(value: unknown, { vlanMax }: { readonly vlanMax: number }): void {
  if (!isPossibleVlanNumber(value)) throw new IpamError('vlan.numberTooHigh', { max: vlanMax });
}

export const inputOfVlan = (input: Input): Input =>
  isUnset(input.domainId) ? { ...input, domainId: vlan.fields.domainId.default } : input;

/** @param before undefined for a new VLAN */
export const needsFreeNumber = (
  { uniqueVlanNumbers }: { readonly uniqueVlanNumbers: boolean },
  before: Values | undefined,
  after: Values,
): boolean => uniqueVlanNumbers && (before === undefined || changesVlanNumber(before, after));

export const changesVlanNumber = (before: Values, after: Values): boolean =>
  after.number !== before.number || after.domainId !== before.domainId;

export class VlanNumbers {
  readonly #vlans: Pick<KindRecord, 'id' | 'values'>[] = [];
  readonly #numbers = new Set<Values[string] | undefined>();

  add(vlan: Pick<KindRecord, 'id' | 'values'>): void {
    this.#vlans.push(vlan);
    this.#numbers.add(vlan.values.number);
  }

  /** @param id of the VLAN with the new number; undefined for a new VLAN @throws IpamError vlan.numberTaken */
  refuseTaken({ number }: Values, id?: number): void {
    if (!this.#numbers.has(number)) return;
    const isTaken = this.#vlans.some((vlan) => vlan.values.number === number && vlan.id !== id);
    if (isTaken) throw new IpamError('vlan.numberTaken');
  }
}
