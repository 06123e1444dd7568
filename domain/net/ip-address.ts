import { IpamError } from '../errors.js';
import { addressBits, type Family, formatAddressText, parseAddressText } from './ip-address-text.js';

/** One immutable IPv4 or IPv6 address. IPv4-mapped IPv6 addresses stay IPv6: they are other addresses in a register. */
export class IpAddress {
  readonly family: Family;
  readonly value: bigint;
  #text: string | undefined;

  private constructor(family: Family, value: bigint) {
    this.family = family;
    this.value = value;
  }

  /** @param value 0 to 2^32 - 1 (IPv4) or 2^128 - 1 (IPv6). @throws RangeError beyond that. */
  static of(family: Family, value: bigint): IpAddress {
    if (value < 0n || value >> BigInt(addressBits(family)) !== 0n) throw new RangeError(`no IPv${family} address: ${value}`);
    return new IpAddress(family, value);
  }

  /** Reads an address in any accepted text form. @returns undefined when the text is not one address. */
  static read(text: string): IpAddress | undefined {
    const parsed = parseAddressText(text);
    if (!parsed) return undefined;
    const address = new IpAddress(parsed.family, parsed.value);
    if (parsed.family === 4) address.#text = text; // a dotted quad that is read has no other spelling
    return address;
  }

  /**
   * Reads text as `read` does, and also an address as one decimal number, which old clients send: below 2^32 it is IPv4.
   */
  static readOrDecimal(text: string): IpAddress | undefined {
    if (!/^\d{1,39}$/.test(text)) return IpAddress.read(text);
    const value = BigInt(text);
    if (value >> 128n !== 0n) return undefined;
    return new IpAddress(value >> 32n === 0n ? 4 : 6, value);
  }

  /** @throws IpamError address.malformed when the text is not one address. */
  static parse(text: string): IpAddress {
    const address = IpAddress.read(text);
    if (!address) throw new IpamError('address.malformed', { text });
    return address;
  }

  /** The address `distance` further on, or undefined when that leaves the address space. */
  plus(distance: bigint): IpAddress | undefined {
    const value = this.value + distance;
    return value < 0n || value >> BigInt(addressBits(this.family)) !== 0n ? undefined : new IpAddress(this.family, value);
  }

  equals(other: IpAddress): boolean {
    return this.family === other.family && this.value === other.value;
  }

  /** Orders IPv4 before IPv6, then by number: negative, zero or positive. */
  compare(other: IpAddress): number {
    if (this.family !== other.family) return this.family - other.family;
    return this.value < other.value ? -1 : this.value > other.value ? 1 : 0;
  }

  /** Canonical text: dotted quad or RFC 5952. */
  toString(): string {
    this.#text ??= formatAddressText(this.family, this.value);
    return this.#text;
  }

  toJSON(): string {
    return this.toString();
  }
}
