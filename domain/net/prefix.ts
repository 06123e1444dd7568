import { IpamError } from '../errors.js';
import { addressBits, type Family, IpAddress } from './ip-address.js';

/** An immutable network in CIDR notation. Host bits are zero. */
export class Prefix {
  readonly network: IpAddress;
  readonly length: number;
  #text: string | undefined;

  private constructor(network: IpAddress, length: number) {
    this.network = network;
    this.length = length;
  }

  /** @throws IpamError prefix.length (not 0 to 32 or 128), prefix.hostBits */
  static of(network: IpAddress, length: number): Prefix {
    const aligned = Prefix.containing(network, length);
    if (!aligned.network.equals(network))
      throw new IpamError('prefix.hostBits', { network: aligned.network.toString(), length, family: network.family });
    return aligned;
  }

  /** @param length in any form of readPrefixLength @throws IpamError prefix.length, prefix.hostBits */
  static withLength(network: IpAddress, length: string): Prefix {
    const read = readLength(length, network.family);
    if (read === undefined) throw new IpamError('prefix.length', { length });
    return Prefix.of(network, read);
  }

  /** Refuses an address with a prefix length. @throws IpamError prefix.length */
  static requireApart(address: string): void {
    if (address.includes('/')) throw new IpamError('prefix.length', { length: address });
  }

  /** The network that contains an address. @throws IpamError prefix.length (not 0 to 32 or 128) */
  static containing(address: IpAddress, length: number): Prefix {
    checkLength(length, 0, address.family);
    const hostBits = BigInt(addressBits(address.family) - length);
    const value = (address.value >> hostBits) << hostBits;
    return new Prefix(value === address.value ? address : IpAddress.of(address.family, value), length);
  }

  /** Accepts a length in any form of readPrefixLength. Undefined for any other text. */
  static read(text: string): Prefix | undefined {
    const slash = text.lastIndexOf('/');
    const address = slash > 0 ? IpAddress.read(text.slice(0, slash)) : undefined;
    const length = address && readLength(text.slice(slash + 1), address.family);
    if (!address || length === undefined) return undefined;
    const prefix = Prefix.containing(address, length);
    return prefix.network.equals(address) ? prefix : undefined;
  }

  /** Parses trusted text. @throws IpamError prefix.malformed */
  static parse(text: string): Prefix {
    const prefix = Prefix.read(text);
    if (!prefix) throw new IpamError('prefix.malformed', { text });
    return prefix;
  }

  get family(): Family {
    return this.network.family;
  }

  /** Includes the network and broadcast address. */
  get size(): bigint {
    return 1n << BigInt(addressBits(this.family) - this.length);
  }

  get first(): bigint {
    return this.network.value;
  }

  get last(): bigint {
    return this.network.value + this.size - 1n;
  }

  /** The last address; in IPv4 the broadcast address. */
  get lastAddress(): IpAddress {
    return IpAddress.of(this.family, this.last);
  }

  containsAddress(address: IpAddress): boolean {
    return address.family === this.family && address.value >= this.first && address.value <= this.last;
  }

  /** A prefix contains itself. */
  contains(other: Prefix): boolean {
    return other.family === this.family && other.length >= this.length && this.containsAddress(other.network);
  }

  containsStrictly(other: Prefix): boolean {
    return other.length > this.length && this.contains(other);
  }

  overlaps(other: Prefix): boolean {
    return this.contains(other) || other.contains(this);
  }

  equals(other: Prefix): boolean {
    return this.length === other.length && this.network.equals(other.network);
  }

  /** Compares by network address (IPv4 first). Of equal addresses, the larger network is first. */
  compare(other: Prefix): number {
    return this.network.compare(other.network) || this.length - other.length;
  }

  /** Ascending. @throws IpamError prefix.length (below the own length, above 32 or 128) */
  *split(length: number): Generator<Prefix> {
    checkLength(length, this.length, this.family);
    const step = 1n << BigInt(addressBits(this.family) - length);
    for (let value = this.first; value <= this.last; value += step) yield new Prefix(IpAddress.of(this.family, value), length);
  }

  toString(): string {
    this.#text ??= `${this.network}/${this.length}`;
    return this.#text;
  }

  toJSON(): string {
    return this.toString();
  }
}

function readLength(text: string, family: Family): number | undefined {
  const length = readPrefixLength(text);
  const isPossible = length !== undefined && length <= addressBits(family) && (family === 4 || !isNetmask(text));
  return isPossible ? length : undefined;
}

function checkLength(length: number, shortest: number, family: Family): void {
  if (!Number.isInteger(length) || length < shortest || length > addressBits(family)) {
    throw new IpamError('prefix.length', { length: String(length) });
  }
}

/** RFC 919, RFC 3021: IPv4 up to /30. */
export const hasNetworkAndBroadcast = (prefix: Prefix): boolean => prefix.family === 4 && prefix.length < 31;

/** Reads `24`, `/24`, or an IPv4 netmask (`255.255.255.0`), for both families. Returns 0 to 128; undefined for any other text. */
export function readPrefixLength(text: string): number | undefined {
  const [, digits] = /^\/?(\d{1,3})$/.exec(text.trim()) ?? [];
  if (digits !== undefined) return Number(digits) <= addressBits(6) ? Number(digits) : undefined;
  const mask = IpAddress.read(text.trim().replace(/^\//, ''));
  return mask?.family === 4 ? lengthOfNetmask(mask.value) : undefined;
}

export const isNetmask = (text: string): boolean => text.includes('.');

/** The complement of a valid netmask is a power of two minus one. */
function lengthOfNetmask(mask: bigint): number | undefined {
  const wildcard = 0xffff_ffffn - mask;
  if ((wildcard & (wildcard + 1n)) !== 0n) return undefined;
  return addressBits(4) - (wildcard === 0n ? 0 : wildcard.toString(2).length);
}
