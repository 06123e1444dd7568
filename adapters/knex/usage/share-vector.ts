import type { UsageShare } from '../../../domain/subnet/usage.js';

/**
 * Contribution of subnets to the usage of their parent: numbers by name, which can be added. Zeros are omitted.
 * - `size`: the sum of the sizes.
 * - `subnets`: the number of subnets.
 * - `edges`: network and broadcast addresses within a network above.
 * - `tag:N`: addresses with tag N, for the subnet itself. `up:N`: the same for a network above.
 * - `missing`: the number of these subnets and their descendants whose children are not all counted.
 */
export type ShareVector = ReadonlyMap<string, bigint>;

/** @param missing how many of the subnet and its descendants have uncounted children */
export function vectorOf({ byTag, size, upwards, edges = 0n }: UsageShare, missing: bigint): ShareVector {
  const vector = new Map<string, bigint>([
    ['subnets', 1n],
    ['size', size],
    ['missing', missing],
    ['edges', edges],
  ]);
  for (const [tag, count] of byTag) vector.set(`tag:${tag}`, count);
  for (const [tag, count] of upwards) vector.set(`up:${tag}`, count);
  for (const [name, number] of vector) if (number === 0n) vector.delete(name);
  return vector;
}

/** Undefined for the vector of no subnet. */
export function shareOfVector(vector: ShareVector): UsageShare | undefined {
  if (!vector.has('subnets')) return undefined;
  const byTag = new Map<number, bigint>();
  const upwards = new Map<number, bigint>();
  for (const [name, number] of vector) {
    if (name.startsWith('tag:')) byTag.set(Number(name.slice('tag:'.length)), number);
    else if (name.startsWith('up:')) upwards.set(Number(name.slice('up:'.length)), number);
  }
  return { byTag, size: vector.get('size') ?? 0n, upwards, edges: vector.get('edges') ?? 0n };
}

export function add(sum: Map<string, bigint>, added: ShareVector, times: 1n | -1n): void {
  for (const [name, number] of added) {
    const total = (sum.get(name) ?? 0n) + times * number;
    if (total === 0n) sum.delete(name);
    else sum.set(name, total);
  }
}

export const isSame = (a: ShareVector, b: ShareVector): boolean =>
  a.size === b.size && [...a].every(([name, number]) => b.get(name) === number);

/** Numbers are texts, because they may have 40 digits. */
export type StoredVector = Readonly<Record<string, string>>;

export const storedVector = (vector: ShareVector): StoredVector =>
  Object.fromEntries(Array.from(vector, ([name, number]) => [name, number.toString()]));

export const readVector = (stored: StoredVector): Map<string, bigint> =>
  new Map(Object.entries(stored).map(([name, number]) => [name, BigInt(number)]));

export type StoredTags = readonly (readonly [tag: number | null, count: number])[];

export const readTags = (stored: StoredTags): Map<number | null, bigint> =>
  new Map(stored.map(([tag, count]) => [tag, BigInt(count)]));

export const storedTags = (tags: ReadonlyMap<number | null, bigint>): StoredTags =>
  [...tags].flatMap(([tag, count]) => (count === 0n ? [] : [[tag, Number(count)] as const]));

/** Longer numbers are invalid: the size of an IPv6 network has 39 digits. */
const number = /^-?\d{1,60}$/;

export const isStoredVector = (value: unknown): value is StoredVector =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each === 'string' && number.test(each));

export const isStoredTags = (value: unknown): value is StoredTags => Array.isArray(value) && value.every(isTagCount);

const isTagCount = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  (value[0] === null || Number.isSafeInteger(value[0])) &&
  Number.isSafeInteger(value[1]);
