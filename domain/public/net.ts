/** Immutable addresses, prefixes, ranges and MAC addresses (RFC 4291, RFC 4632, RFC 5952). */
export { type ErrorCode, type ErrorDetails, IpamError } from '../errors.js';
export { type AddressRange, lowestUnused, rangeContains, rangeOf, rangeSize } from '../net/address-range.js';
export { addressBits, type Family, IpAddress } from '../net/ip-address.js';
export { readMacAddress } from '../net/mac-address.js';
export { factsOf, type Ipv4Facts, type Ipv6Facts, reverseZoneOfIpv6 } from '../net/network-facts.js';
export { hasNetworkAndBroadcast, Prefix } from '../net/prefix.js';
export { isPublicAddress } from '../net/public-address.js';
