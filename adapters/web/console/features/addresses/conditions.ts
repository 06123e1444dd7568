import type { AddressQuery } from '../../api/address-list';

/** The search of an address table, as in the page's URL. */
export interface AddressSearch {
  readonly find?: string;
  /** The field to search for text. */
  readonly by?: string;
  /** Only addresses with this tag. */
  readonly state?: string;
}

/** API filters of a search. Addresses and networks are recognized by their syntax. */
export function conditionsOf({ find = '', by = 'hostname', state = '' }: AddressSearch): AddressQuery['where'] {
  const text = find.trim();
  const found: (readonly [string, string])[] = state === '' ? [] : [['filter[tag]', state]];
  if (text === '') return found;
  return [...found, conditionOf(text, by)];
}

function conditionOf(text: string, by: string): readonly [string, string] {
  const isNetwork = /^[0-9a-f:.]+\/\d{1,3}$/i.test(text) && /[:.]/.test(text);
  if (isNetwork) return ['filter[ip][within]', text];
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(text) || (text.includes('::') && /^[0-9a-f:.]+$/i.test(text))) return ['filter[ip]', text];
  if (/^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i.test(text)) return ['filter[mac]', text];
  const network = networkBegunBy(text);
  if (network) return ['filter[ip][within]', network];
  return [`filter[${by}][contains]`, text];
}

/**
 * Returns the network of all addresses that begin with the given numbers: `10.1` and `10.1.` are 10.1.0.0/16, `2001:db8` is
 * 2001:db8::/32.
 * @returns undefined for other text. The first group of IPv6 needs three digits, as groups of MAC addresses have two.
 */
function networkBegunBy(text: string): string | undefined {
  const parts = text.split(/[.:]/).filter((part) => part !== '');
  if (/^(\d{1,3}\.){1,3}\d{0,3}$/.test(text) && parts.every((part) => Number(part) < 256))
    return `${[...parts, '0', '0', '0'].slice(0, 4).join('.')}/${parts.length * 8}`;
  if (/^[0-9a-f]{3,4}(:[0-9a-f]{1,4}){0,6}:[0-9a-f]{0,4}$/i.test(text))
    return `${parts.join(':')}${parts.length < 8 ? '::' : ''}/${parts.length * 16}`;
  return undefined;
}
