import { IpAddress } from '../net/ip-address.js';
import { addressBits } from '../net/ip-address-text.js';
import { Prefix } from '../net/prefix.js';

/** Consecutive free addresses as numbers, both ends included. */
export interface Gap {
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * The gaps that child networks leave in a network, ascending.
 * @param children ascending by network address; they may overlap each other or lie outside the network
 */
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

const blockSize = (network: Prefix, length: number): bigint => 1n << BigInt(addressBits(network.family) - length);

const prefixAt = (network: Prefix, value: bigint, length: number): Prefix =>
  Prefix.of(IpAddress.of(network.family, value), length);

/** Whether prefixes of the length can lie in the network at all. */
export const fitsInto = (network: Prefix, length: number): boolean =>
  Number.isInteger(length) && length >= network.length && length <= addressBits(network.family);

/** Every free prefix of a length, ascending, made one by one. Nothing when the length does not fit. */
export function* freePrefixes(network: Prefix, children: Iterable<Prefix>, length: number): Generator<Prefix> {
  if (!fitsInto(network, length)) return;
  const size = blockSize(network, length);
  for (const gap of gapsBetween(network, children)) {
    const aligned = ((gap.first + size - 1n) / size) * size;
    for (let value = aligned; value + size - 1n <= gap.last; value += size) yield prefixAt(network, value, length);
  }
}

/** The lowest free prefix of a length, first fit. */
export function firstFreePrefix(network: Prefix, children: Iterable<Prefix>, length: number): Prefix | undefined {
  const { value } = freePrefixes(network, children, length).next();
  return value ?? undefined;
}

/** The highest free prefix of a length. */
export function lastFreePrefix(network: Prefix, children: Iterable<Prefix>, length: number): Prefix | undefined {
  if (!fitsInto(network, length)) return undefined;
  const size = blockSize(network, length);
  let highest: bigint | undefined;
  for (const gap of gapsBetween(network, children)) {
    const value = ((gap.last + 1n) / size - 1n) * size;
    if (value >= gap.first) highest = value;
  }
  return highest === undefined ? undefined : prefixAt(network, highest, length);
}
