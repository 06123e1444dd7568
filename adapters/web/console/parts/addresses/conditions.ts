import type { AddressWish } from '../../api/address-list';

/** What is looked for in a table of addresses, as it stands in the address of the page. */
export interface AddressSearch {
  readonly find?: string;
  /** The field in which a text is looked for. */
  readonly by?: string;
  /** Only those in this state. */
  readonly state?: string;
}

/** Conditions of the interface for what is looked for: addresses and networks are known by their form. */
export function conditionsOf({ find = '', by = 'hostname', state = '' }: AddressSearch): AddressWish['where'] {
  const text = find.trim();
  const found: (readonly [string, string])[] = state === '' ? [] : [['filter[tag]', state]];
  if (text === '') return found;
  return [...found, conditionOf(text, by)];
}

function conditionOf(text: string, by: string): readonly [string, string] {
  const isNetwork = /^[0-9a-f:.]+\/\d{1,3}$/i.test(text) && /[:.]/.test(text);
  if (isNetwork) return ['filter[ip][within]', text];
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(text) || (text.includes('::') && /^[0-9a-f:.]+$/i.test(text))) return ['filter[ip]', text];
  const begun = /^((?:\d{1,3}\.){1,3})(?:\d{0,2})$/.exec(text)?.[1];
  if (begun) return ['filter[ip][within]', networkOf(begun)];
  if (/^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i.test(text)) return ['filter[mac]', text];
  return [`filter[${by}][contains]`, text];
}

/** The network of all addresses that begin so: `10.1.` is 10.1.0.0/16. */
function networkOf(begun: string): string {
  const parts = begun.split('.').filter((part) => part !== '');
  return `${[...parts, '0', '0', '0'].slice(0, 4).join('.')}/${parts.length * 8}`;
}
