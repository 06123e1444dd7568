import { addressBits, IpAddress } from './ip-address.js';

/**
 * Reads a prefix length in its usual spellings: `24`, `/24`, or an IPv4 netmask (`255.255.255.0`), with or without white space
 * around it. The family of the network decides later whether the length is possible.
 * @returns 0 to 128, or undefined for any other text
 */
export function readPrefixLength(given: string): number | undefined {
  const [, digits] = /^\/?(\d{1,3})$/.exec(given.trim()) ?? [];
  if (digits !== undefined) return Number(digits) <= addressBits(6) ? Number(digits) : undefined;
  const mask = IpAddress.read(given.trim().replace(/^\//, ''));
  return mask?.family === 4 ? lengthOfNetmask(mask.value) : undefined;
}

/** Whether a text spells a prefix length as an IPv4 netmask, which no IPv6 network has. */
export const isNetmask = (given: string): boolean => given.includes('.');

/** A netmask has ones first and zeros behind them: its complement is one less than a power of two. */
function lengthOfNetmask(mask: bigint): number | undefined {
  const wildcard = 0xffff_ffffn - mask;
  if ((wildcard & (wildcard + 1n)) !== 0n) return undefined;
  return addressBits(4) - (wildcard === 0n ? 0 : wildcard.toString(2).length);
}
