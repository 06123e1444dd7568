import type { Subnet } from '../../api/client';
import { isFolder } from '../../api/subnet-name';
import { bitsOf, numberOf, readIp } from '../../values/ip';
import type { Row } from './rows';

/** A network of a VRF; none is an empty text. */
interface Network {
  readonly ip: string;
  readonly length: number;
  readonly vrf: string;
}

interface Found<T> {
  readonly value: T;
  readonly length: number;
}

/** Networks, of which the smallest one is found that contains another. */
class Containers<T> {
  /** By family and VRF, then by length, then by the bits of the network. */
  readonly #spaces = new Map<string, Map<number, Map<bigint, T>>>();

  /** Of several that are the same the first one stays. */
  add(network: Network, value: T): void {
    const space = this.#spaces.get(spaceOf(network)) ?? new Map<number, Map<bigint, T>>();
    this.#spaces.set(spaceOf(network), space);
    const same = space.get(network.length) ?? new Map<bigint, T>();
    space.set(network.length, same);
    const key = bitsAt(network, network.length);
    if (!same.has(key)) same.set(key, value);
  }

  smallestAround(network: Network): Found<T> | undefined {
    let found: Found<T> | undefined;
    for (const [length, networks] of this.#spaces.get(spaceOf(network)) ?? []) {
      if (length >= network.length || length < (found?.length ?? 0)) continue;
      const value = networks.get(bitsAt(network, length));
      if (value !== undefined) found = { value, length };
    }
    return found;
  }
}

const spaceOf = ({ ip, vrf }: Network): string => `${bitsOf(ip)} ${vrf}`;

const bitsAt = ({ ip }: Network, length: number): bigint => numberOf(ip) >> BigInt(bitsOf(ip) - length);

/**
 * Puts each row of a network below the smallest one that contains it, of its section and VRF: one that is there, or another
 * row of the file, whose id is known only when it is in. Until then the row hangs from what that one is to hang from.
 */
export function below(rows: readonly Row[], subnets: readonly Subnet[]): Row[] {
  const [there, inFile] = [new Containers<string>(), new Containers<number>()];
  for (const each of subnets) {
    const network = isFolder(each) ? undefined : networkFrom({ ...each });
    if (network) there.add(network, String(each.id));
  }
  const networks = rows.map(({ item }) => networkFrom(item));
  for (const [index, { line }] of rows.entries()) {
    const network = networks[index];
    if (network) inFile.add(network, line);
  }
  return rows.map((row, index) => {
    const network = networks[index];
    return network ? placed(row, there.smallestAround(network), inFile.smallestAround(network)) : row;
  });
}

function placed(row: Row, there: Found<string> | undefined, inFile: Found<number> | undefined): Row {
  const item = there ? { ...row.item, masterSubnetId: there.value } : row.item;
  return inFile && inFile.length > (there?.length ?? -1) ? { ...row, item, above: inFile.value } : { ...row, item };
}

function networkFrom({ subnet, mask, vrfId }: Readonly<Record<string, unknown>>): Network | undefined {
  const [ip, text] = [readIp(String(subnet ?? '')), String(mask ?? '')];
  if (ip === undefined || !/^\d{1,3}$/.test(text) || Number(text) > bitsOf(ip)) return undefined;
  const vrf = String(vrfId ?? '');
  return { ip, length: Number(text), vrf: vrf === '0' ? '' : vrf };
}

/** Whether a row comes below another network. */
export const isBelow = ({ above, item }: Row): boolean => above !== undefined || item.masterSubnetId !== undefined;
