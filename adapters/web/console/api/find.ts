import { networkOfBeginning, readIp } from '../values/ip';
import { type Address, type AnyRecord, listAt, type Subnet } from './client';
import type { NamedById } from './kinds';
import { listPage, type Parameters } from './lists';

/** Maximum number of records of a list in the results. */
export const maxHits = 8;

/** @throws ApiError */
export const firstOf = async (path: string, where: Parameters): Promise<readonly AnyRecord[]> =>
  (await listPage(path, { limit: maxHits, where })).rows;

/**
 * Returns the text if it is a network (`10.0.4.0/24`), or the network of all addresses that begin with the text (`10.0.4`).
 * Undefined for other texts.
 */
export function networkIn(text: string): string | undefined {
  const [, address = '', length] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(text) ?? [];
  if (length !== undefined && readIp(address) !== undefined) return text;
  return networkOfBeginning(text);
}

/** Returns the filters for subnets or addresses that contain a text, in their address or their name. */
export function findConditions(kind: string, text: string): Parameters {
  const network = readIp(text.trim()) ?? networkIn(text.trim());
  if (kind === 'subnet') return [network ? ['filter[subnet][within]', network] : ['filter[description][contains]', text]];
  return [network ? ['filter[ip][within]', network] : ['filter[hostname][contains]', text]];
}

/** Objects within a network are ordered by address. */
export function findObjects(kind: NamedById, text: string): Promise<readonly AnyRecord[]> {
  const conditions = findConditions(kind, text);
  const isWithin = conditions.some(([name]) => name.endsWith('[within]'));
  const path = kind === 'subnet' ? 'subnets' : 'addresses';
  return firstOf(path, isWithin ? [...conditions, ['sort', kind === 'subnet' ? 'subnet' : 'ip']] : conditions);
}

export interface LookupResult {
  readonly ip: string;
  /** The address records: one for each network that contains the address. */
  readonly addresses: readonly Address[];
  /** The network of the first record. Without records, the smallest network that contains the address. */
  readonly network: Subnet | undefined;
}

/** Maximum number of addresses in a lookup, and number of parallel requests. */
export const maxLookups = 500;
const lookupsTogether = 6;

const pattern = /(?<![\w.:])(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8})(?!\w|\.\d)/gi;

/** The distinct IP addresses in a text, in canonical form. Times and MAC addresses are ignored. */
export const addressesIn = (text: string): string[] => [
  ...new Set((text.match(pattern) ?? []).flatMap((found) => readIp(found.replace(/([^:]):$/, '$1')) ?? [])),
];

export async function lookupAddresses(ips: readonly string[]): Promise<readonly LookupResult[]> {
  const requested = ips.slice(0, maxLookups);
  const records = await listAt<Address>(`addresses/?links=false&limit=1000&filter[ip][in]=${requested.join()}`);
  const known = Map.groupBy(records, ({ ip }) => ip);
  const results: LookupResult[] = [];
  for (let from = 0; from < requested.length; from += lookupsTogether)
    results.push(
      ...(await Promise.all(
        requested.slice(from, from + lookupsTogether).map(async (ip) => {
          const around = await listAt<Subnet>(`subnets/containing/${ip}/?links=false`);
          const addresses = known.get(ip) ?? [];
          const own = addresses[0] ? String(addresses[0].subnetId) : String(around[0]?.id);
          return { ip, addresses, network: around.find(({ id }) => String(id) === own) };
        }),
      )),
    );
  return results;
}
