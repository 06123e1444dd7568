import fc from 'fast-check';
import { addressBits, type Family, IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { highestOf, widthOf } from './address-model.js';

export const families: readonly Family[] = [4, 6];

export const anyFamily: fc.Arbitrary<Family> = fc.constantFrom(...families);

/** Numbers of addresses: evenly spread, at the ends of the space, of groups with many zeros, IPv4-mapped. */
export function addressValues(family: Family): fc.Arbitrary<bigint> {
  const highest = highestOf(family);
  const count = family === 4 ? 2 : 8;
  const groups = fc.array(fc.constantFrom(0n, 0n, 0n, 1n, 0xabn, 0xffffn), { minLength: count, maxLength: count });
  const mapped = fc.bigInt({ min: 0n, max: 0xffffffffn }).map((value) => (family === 6 ? (0xffffn << 32n) | value : value));
  return fc.oneof(
    fc.bigInt({ min: 0n, max: highest }),
    fc.bigInt({ min: 0n, max: 40n }),
    fc.bigInt({ min: highest - 40n, max: highest }),
    groups.map((words) => words.reduce<bigint>((value, word) => (value << 16n) | word, 0n)),
    mapped,
  );
}

export const addressesOf = (family: Family): fc.Arbitrary<IpAddress> =>
  addressValues(family).map((value) => IpAddress.of(family, value));

export const addresses: fc.Arbitrary<IpAddress> = anyFamily.chain(addressesOf);

export function prefixesOf(family: Family): fc.Arbitrary<Prefix> {
  const lengths = fc.integer({ min: 0, max: addressBits(family) });
  return fc.tuple(addressesOf(family), lengths).map(([address, length]) => Prefix.containing(address, length));
}

export const prefixes: fc.Arbitrary<Prefix> = anyFamily.chain(prefixesOf);

/** Two prefixes that are often related. */
export const prefixPairs: fc.Arbitrary<[Prefix, Prefix]> = fc.oneof(
  fc.tuple(prefixes, prefixes),
  prefixes.chain((prefix) => {
    const near = fc.bigInt({ min: -2n, max: 2n }).map((steps) => prefix.first + steps * prefix.size);
    const lengths = fc.integer({ min: 0, max: widthOf(prefix.family) });
    return fc.tuple(near, lengths).map(([value, length]): [Prefix, Prefix] => {
      const highest = highestOf(prefix.family);
      const clamped = value < 0n ? 0n : value > highest ? highest : value;
      return [prefix, Prefix.containing(IpAddress.of(prefix.family, clamped), length)];
    });
  }),
);

/** A network of at most 64 addresses, often at an end of the address space. */
export const smallNetworks: fc.Arbitrary<Prefix> = anyFamily.chain((family) => {
  const width = addressBits(family);
  const values = fc.oneof(fc.constant(0n), fc.constant(highestOf(family)), addressValues(family));
  return fc
    .tuple(values, fc.integer({ min: width - 6, max: width }))
    .map(([value, length]) => Prefix.containing(IpAddress.of(family, value), length));
});

/** Networks inside, beside and around a small network, in the order of a storage. */
export function childrenOf(network: Prefix): fc.Arbitrary<Prefix[]> {
  const { family } = network;
  const width = addressBits(family);
  const highest = highestOf(family);
  const around = fc
    .bigInt({ min: network.first - network.size, max: network.last + network.size })
    .map((value) => (value < 0n ? 0n : value > highest ? highest : value));
  const child = fc
    .tuple(around, fc.oneof(fc.integer({ min: width - 3, max: width }), fc.integer({ min: width - 8, max: width })))
    .map(([value, length]) => Prefix.containing(IpAddress.of(family, value), length));
  return fc.array(child, { maxLength: 12 }).map((children) => [...children].sort((a, b) => a.compare(b)));
}

/** Any input of a caller: JSON and other values, with keys of inherited object members. */
export const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({
    withNullPrototype: true,
    withBigInt: true,
    withDate: true,
    withBoxedValues: true,
    withObjectString: true,
    withMap: true,
  }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '0',
    '1',
    '-1',
    '1e3',
    '24',
    '/24',
    '10.0.0.0',
    '10.0.0.0/24',
    '2001:db8::',
    '::',
    ':',
    '{}',
    '[]',
    '{"2":"3"}',
    '1;2',
    '\ud800',
  ),
  fc.constantFrom({ toString: 1, valueOf: 1 }, { toString: null }, [[]], [{}], Object.create(null) as unknown),
);
