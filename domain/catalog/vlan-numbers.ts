import { IpamError } from '../errors.js';
import type { KindRecord } from '../fields/kind.js';
import type { Input } from '../fields/read-fields.js';
import { isUnset, scalarText } from '../scalar-text.js';
import { vlan } from './kinds/vlan.js';

type Values = KindRecord['values'];

/**
 * Whether what is sent as the number of a VLAN is one under some limit; what is no number at all counts as one that is too high.
 * @throws IpamError field.required, vlan.numberNegative
 */
export function isPossibleVlanNumber(given: unknown): boolean {
  const text = scalarText(given)?.trim();
  if (text === undefined || text === '') throw new IpamError('field.required', { field: 'number' });
  if (/^-\d+$/.test(text)) throw new IpamError('vlan.numberNegative');
  return /^\d{1,15}$/.test(text) && Number(text) <= vlan.fields.number.max;
}

/**
 * Checks what is sent as the number of a VLAN; what is no number at all counts as one that is too high.
 * @throws IpamError field.required, vlan.numberNegative, vlan.numberTooHigh
 */
export function checkVlanNumber(given: unknown, { vlanMax }: { readonly vlanMax: number }): void {
  if (!isPossibleVlanNumber(given)) throw new IpamError('vlan.numberTooHigh', { max: vlanMax });
}

/** What is asked of a VLAN: one for which no L2 domain is named comes to the default domain. */
export const inputOfVlan = (input: Input): Input =>
  isUnset(input.domainId) ? { ...input, domainId: vlan.fields.domainId.default } : input;

/** Whether the number of a VLAN must be free in its L2 domain. @param before the VLAN as it is; undefined for a new one */
export const needsFreeNumber = (
  { uniqueVlanNumbers }: { readonly uniqueVlanNumbers: boolean },
  before: Values | undefined,
  after: Values,
): boolean => uniqueVlanNumbers && (before === undefined || changesVlanNumber(before, after));

/** Whether a change gives a VLAN another number, or takes it to another L2 domain, where its number must be free. */
export const changesVlanNumber = (before: Values, after: Values): boolean =>
  after.number !== before.number || after.domainId !== before.domainId;

/** The numbers that VLANs have in one L2 domain, where each may be used once. */
export class VlanNumbers {
  readonly #vlans: Pick<KindRecord, 'id' | 'values'>[] = [];
  readonly #numbers = new Set<Values[string] | undefined>();

  add(vlan: Pick<KindRecord, 'id' | 'values'>): void {
    this.#vlans.push(vlan);
    this.#numbers.add(vlan.values.number);
  }

  /** @param id of the VLAN that is to have the number, if it has one. @throws IpamError vlan.numberTaken when another VLAN has it */
  refuseTaken({ number }: Values, id?: number): void {
    if (!this.#numbers.has(number)) return;
    const isTaken = this.#vlans.some((vlan) => vlan.values.number === number && vlan.id !== id);
    if (isTaken) throw new IpamError('vlan.numberTaken');
  }
}
