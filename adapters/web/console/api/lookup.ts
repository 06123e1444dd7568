import { readIp } from '../values/ip';
import { type Address, listAt, type Subnet } from './client';

export interface LookupResult {
  readonly ip: string;
  /** The address records: one for each network that contains the address. */
  readonly addresses: readonly Address[];
  /** The network of the first record. Without records, the smallest network that contains the address. */
  readonly network: Subnet | undefined;
}

/** Maximum number of addresses in a lookup, and number of parallel requests. */
export const maxLookups = 500;
const together = 6;

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
  for (let from = 0; from < requested.length; from += together)
    results.push(
      ...(await Promise.all(
        requested.slice(from, from + together).map(async (ip) => {
          const around = await listAt<Subnet>(`subnets/containing/${ip}/?links=false`);
          const addresses = known.get(ip) ?? [];
          const own = addresses[0] ? String(addresses[0].subnetId) : String(around[0]?.id);
          return { ip, addresses, network: around.find(({ id }) => String(id) === own) };
        }),
      )),
    );
  return results;
}
