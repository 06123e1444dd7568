import { IpAddress } from './ip-address.js';
import type { Prefix } from './prefix.js';

/** Consecutive addresses of one family, both ends inclusive; `first` is at most `last`. */
export interface AddressRange {
  readonly first: IpAddress;
  readonly last: IpAddress;
}

export const rangeOf = (prefix: Prefix): AddressRange => ({ first: prefix.network, last: prefix.lastAddress });

export function rangeContains(range: AddressRange, address: IpAddress): boolean {
  return address.family === range.first.family && address.value >= range.first.value && address.value <= range.last.value;
}

export const rangeSize = (range: AddressRange): bigint => range.last.value - range.first.value + 1n;

/** @param used ascending, without duplicates; addresses outside of the range are ignored */
export function lowestUnused(range: AddressRange, used: Iterable<IpAddress>): IpAddress | undefined {
  let candidate = range.first.value;
  for (const address of used) {
    if (address.family !== range.first.family || address.value < candidate) continue;
    if (address.value > candidate) break;
    candidate++;
  }
  return candidate > range.last.value ? undefined : IpAddress.of(range.first.family, candidate);
}
