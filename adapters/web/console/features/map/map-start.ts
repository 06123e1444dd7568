import { bitsOf, numberOf } from '../../values/ip';
import { around, type SpaceMap, type View } from './space';

/** The prefix length of the blocks among which the start is chosen, if the networks have no common prefix. */
const blockLength = 8;

interface Block {
  readonly first: bigint;
  readonly last: bigint;
  readonly used: bigint;
}

/** The prefix that contains all networks. If that is the whole map, the block with the most used addresses. */
export function startIn(view: View, map: SpaceMap): string {
  const bits = bitsOf(view.subnet);
  const blocks = blocksOf(view, map);
  const [one] = blocks;
  if (!one) return `${view.subnet}/${view.mask}`;
  const first = blocks.reduce((least, block) => (block.first < least ? block.first : least), one.first);
  const last = blocks.reduce((most, block) => (block.last > most ? block.last : most), one.last);
  const common = bits - (first ^ last).toString(2).replace(/^0$/, '').length;
  if (common > view.mask) return around(first, common - (common % 2), bits);
  const byBlock = Map.groupBy(blocks, (block) => block.first >> BigInt(bits - blockLength));
  const sums = [...byBlock].map(([number, own]) => ({ number, used: own.reduce((sum, { used }) => sum + used, 0n) }));
  const best = sums.reduce((most, each) => (each.used > most.used ? each : most));
  return around(best.number << BigInt(bits - blockLength), blockLength, bits);
}

function blocksOf(view: View, { networks, cells, cellLength }: SpaceMap): readonly Block[] {
  const bits = bitsOf(view.subnet);
  const cellSize = 1n << BigInt(bits - Number(cellLength));
  const start = numberOf(view.subnet);
  const whole = networks.map(({ subnet, mask, used, isLeaf }): Block => {
    const first = numberOf(subnet);
    return { first, last: first + (1n << BigInt(bits - Number(mask))) - 1n, used: isLeaf ? BigInt(used) : 0n };
  });
  const small = cells.map(([index, , used]): Block => {
    const first = start + BigInt(Number(index)) * cellSize;
    return { first, last: first + cellSize - 1n, used: BigInt(String(used)) };
  });
  return [...whole, ...small];
}
