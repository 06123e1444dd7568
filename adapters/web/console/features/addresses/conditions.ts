import type { Parameters } from '../../api/lists';
import { macOfBeginning, networkOfBeginning } from '../../values/ip-texts';

export interface AddressSearch {
  readonly find?: string;
  /** The field searched for the text. */
  readonly by?: string;
  readonly state?: string;
}

/** Converts a search to API filters. Addresses and networks are recognized by their syntax. */
export function conditionsOf({ find = '', by = 'hostname', state = '' }: AddressSearch): Parameters {
  const text = find.trim();
  const found: (readonly [string, string])[] = state === '' ? [] : [['filter[tag]', state]];
  if (text === '') return found;
  return [...found, conditionOf(text, by)];
}

/** Number of characters of a complete MAC address. A shorter text may be a host name: `db-01`. */
const wholeMac = 17;

function conditionOf(text: string, by: string): readonly [string, string] {
  const isNetwork = /^[0-9a-f:.]+\/\d{1,3}$/i.test(text) && /[:.]/.test(text);
  if (isNetwork) return ['filter[ip][within]', text];
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(text) || (text.includes('::') && /^[0-9a-f:.]+$/i.test(text))) return ['filter[ip]', text];
  const network = networkOfBeginning(text);
  if (network) return ['filter[ip][within]', network];
  const mac = macOfBeginning(text);
  if (mac?.length === wholeMac) return ['filter[mac]', mac];
  return [`filter[${by}][contains]`, text];
}
