import { type AllocationModel, bitsOf, type ModelSubnet } from './allocation-model.js';

const used = 2;
const reserved = 3;

interface Part {
  readonly tags: readonly (readonly [tag: number, count: bigint])[];
  readonly size: bigint;
}

/** The usage of a subnet of the model, recomputed from all children and addresses. */
export function usageIn(model: AllocationModel, subnet: ModelSubnet): { tags: Record<string, bigint>; size: bigint } {
  const { tags, size } = partOf(model, subnet);
  const sums: Record<string, bigint> = {};
  for (const [tag, count] of tags) if (count > 0n) sums[tag] = (sums[tag] ?? 0n) + count;
  return { tags: sums, size };
}

function partOf(model: AllocationModel, subnet: ModelSubnet): Part {
  const children = model.childrenOf(subnet.id);
  if (!subnet.prefix) {
    const inside = children.map((child) => partOf(model, child));
    return { tags: inside.flatMap(({ tags }) => tags), size: inside.reduce((total, { size }) => total + size, 0n) };
  }
  if (subnet.isFull || children.length === 0) return { tags: heldBy(model, subnet), size: hostsOf(subnet) };
  const leaves = children.flatMap((child) => leavesOf(model, child));
  return { tags: leaves.flatMap((leaf) => [...heldBy(model, leaf), [reserved, edgesOf(leaf)]]), size: sizeOf(subnet) };
}

/** The networks that count for usage: those without children, and those that are marked as full. */
function leavesOf(model: AllocationModel, subnet: ModelSubnet): ModelSubnet[] {
  const children = model.childrenOf(subnet.id);
  if (subnet.prefix && (subnet.isFull || children.length === 0)) return [subnet];
  return children.flatMap((child) => leavesOf(model, child));
}

const heldBy = (model: AllocationModel, subnet: ModelSubnet): [number, bigint][] =>
  subnet.isFull ? [[used, hostsOf(subnet)]] : model.addressesOf(subnet.id).map(({ tag }) => [tag, 1n]);

const sizeOf = ({ prefix }: ModelSubnet): bigint => (prefix ? 1n << BigInt(bitsOf(prefix) - prefix.length) : 0n);

const edgesOf = ({ prefix, isPool }: ModelSubnet): bigint => (prefix?.family === 4 && prefix.length <= 30 && !isPool ? 2n : 0n);

const hostsOf = (subnet: ModelSubnet): bigint => sizeOf(subnet) - edgesOf(subnet);
