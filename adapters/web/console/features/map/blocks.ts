import { bitsOf, numberOf } from '../../values/ip';
import { around, type MapNetwork, type SpaceMap, type View } from './space';

/** A network of a map, or a cell that contains smaller networks. */
export interface Block {
  readonly prefix: string;
  readonly first: bigint;
  readonly mask: number;
  /** Undefined for a cell. */
  readonly network: MapNetwork | undefined;
  /** The number of networks in a cell. */
  readonly many: number;
  readonly used: string;
  readonly size: string;
}

export function blocksIn(view: View, { networks, cells, cellLength }: SpaceMap): readonly Block[] {
  const bits = bitsOf(view.subnet);
  const start = numberOf(view.subnet);
  const length = Number(cellLength);
  const whole = networks.map((network): Block => {
    const { subnet, mask, used, maxhosts } = network;
    const text = { used: String(used), size: String(maxhosts) };
    return { prefix: `${subnet}/${mask}`, first: numberOf(subnet), mask: Number(mask), network, many: 0, ...text };
  });
  const small = cells.map(([index, many, used, size]): Block => {
    const first = start + (BigInt(Number(index)) << BigInt(bits - length));
    const text = { used: String(used), size: String(size) };
    return { prefix: around(first, length, bits), first, mask: length, network: undefined, many: Number(many), ...text };
  });
  return [...whole, ...small];
}

/** The prefix length of the areas among which the start is chosen, if the networks have no common prefix. */
const areaLength = 8;

/** The prefix that contains all networks. If that is the whole map, the area with the most used addresses. */
export function startIn(view: View, map: SpaceMap): string {
  const bits = bitsOf(view.subnet);
  const blocks = blocksIn(view, map);
  const [one] = blocks;
  if (!one) return `${view.subnet}/${view.mask}`;
  const lastOf = ({ first, mask }: Block) => first + (1n << BigInt(bits - mask)) - 1n;
  const first = blocks.reduce((least, block) => (block.first < least ? block.first : least), one.first);
  const last = blocks.reduce((most, block) => (lastOf(block) > most ? lastOf(block) : most), 0n);
  const common = bits - (first ^ last).toString(2).replace(/^0$/, '').length;
  if (common > view.mask) return around(first, common - (common % 2), bits);
  const byArea = Map.groupBy(blocks, (block) => block.first >> BigInt(bits - areaLength));
  const sums = [...byArea].map(([number, own]) => ({ number, used: own.reduce((sum, block) => sum + usedIn(block), 0n) }));
  const best = sums.reduce((most, each) => (each.used > most.used ? each : most));
  return around(best.number << BigInt(bits - areaLength), areaLength, bits);
}

/** The addresses of a network with subnets are those of the subnets. */
const usedIn = ({ network, used }: Block): bigint => (network && !network.isLeaf ? 0n : BigInt(used));
