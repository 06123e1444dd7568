import type { Subnet } from '../../api/client';
import { isFolder } from '../../api/subnet-name';
import { bitsOf, numberOf, readIp } from '../../values/ip';

/** Finds the narrowest of some networks that holds an address. @returns its id; undefined for none and for what is no address */
export function holders(subnets: readonly Subnet[]): (ip: string) => number | undefined {
  const byLength = new Map<string, Map<bigint, number>>();
  for (const each of subnets) {
    if (isFolder(each)) continue;
    const { id, subnet, mask } = each;
    const [bits, length] = [bitsOf(subnet), Number(mask)];
    const key = `${bits} ${length}`;
    const known = byLength.get(key) ?? new Map<bigint, number>();
    byLength.set(key, known.set(numberOf(subnet) >> BigInt(bits - length), Number(id)));
  }
  const lengths = [...byLength.keys()]
    .map((key) => key.split(' ').map(Number))
    .sort((one, other) => (other[1] ?? 0) - (one[1] ?? 0));
  return (ip) => {
    if (readIp(ip) === undefined) return undefined;
    const address = numberOf(ip);
    for (const [bits = 0, length = 0] of lengths) {
      if (bits !== bitsOf(ip)) continue;
      const found = byLength.get(`${bits} ${length}`)?.get(address >> BigInt(bits - length));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
