import { IpamError } from '../errors.js';
import { addressBits, IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';
import { blockSize, blockWithin, type End, type Gap } from './free-ranges.js';

/** Ascending. @param children ascending by network address; overlaps and outside networks are permitted */
export function* gapsBetween(network: Prefix, children: Iterable<Prefix>): Generator<Gap> {
  let next = network.first;
  for (const child of children) {
    if (child.family !== network.family || child.last < next) continue;
    if (child.first > network.last) break;
    if (child.first > next) yield { first: next, last: child.first - 1n };
    next = child.last + 1n;
  }
  if (next <= network.last) yield { first: next, last: network.last };
}

const prefixAt = (network: Prefix, value: bigint, length: number): Prefix =>
  Prefix.of(IpAddress.of(network.family, value), length);

export const fitsInto = (network: Prefix, length: number): boolean =>
  Number.isInteger(length) && length >= network.length && length <= addressBits(network.family);

export function prefixWithin(network: Prefix, gap: Gap, length: number, end: End): Prefix | undefined {
  const value = blockWithin(gap, blockSize(network.family, length), end);
  return value === undefined ? undefined : prefixAt(network, value, length);
}

/** All prefixes of a length within a gap, ascending and lazy. */
export function* prefixesWithin(network: Prefix, gap: Gap, length: number): Generator<Prefix> {
  const size = blockSize(network.family, length);
  const lowest = blockWithin(gap, size, 'first');
  if (lowest === undefined) return;
  for (let value = lowest; value + size - 1n <= gap.last; value += size) yield prefixAt(network, value, length);
}

/** All free prefixes of a length, ascending and lazy. Empty if the length does not fit. */
export function* freePrefixes(network: Prefix, children: Iterable<Prefix>, length: number): Generator<Prefix> {
  if (!fitsInto(network, length)) return;
  for (const gap of gapsBetween(network, children)) yield* prefixesWithin(network, gap, length);
}

export function firstFreePrefix(network: Prefix, children: Iterable<Prefix>, length: number): Prefix | undefined {
  const { value } = freePrefixes(network, children, length).next();
  return value ?? undefined;
}

export function lastFreePrefix(network: Prefix, children: Iterable<Prefix>, length: number): Prefix | undefined {
  if (!fitsInto(network, length)) return undefined;
  let highest: Prefix | undefined;
  for (const gap of gapsBetween(network, children)) highest = prefixWithin(network, gap, length, 'last') ?? highest;
  return highest;
}

/** @throws IpamError allocation.noSubnet if the prefix is undefined */
export function freePrefixesIn(prefix: Prefix | undefined): Prefix {
  if (!prefix) throw new IpamError('allocation.noSubnet');
  return prefix;
}
