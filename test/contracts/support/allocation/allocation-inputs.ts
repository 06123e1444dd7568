import type { ErrorCode } from '../../../../domain/errors.js';
import type { Input } from '../../../../domain/fields/read-fields.js';
import { IpAddress } from '../../../../domain/net/ip-address.js';
import { Prefix } from '../../../../domain/net/prefix.js';
import { bitsOf, type ModelSubnet } from './allocation-model.js';
import type { World } from './allocation-world.js';

/** Fields of an address, and what is wrong with them; the last is found out by the database alone. */
export interface AddressInput {
  readonly input: Input;
  readonly mistake?: ErrorCode;
}

const inputs: readonly AddressInput[] = [
  { input: {} },
  { input: { hostname: 'host.example' } },
  { input: { mac: '00:11:22:33:44:55' } },
  { input: { tag: 1 } },
  { input: { note: 'two\nlines' } },
  { input: { port: '7' } },
  { input: { tag: 999999 }, mistake: 'field.reference' },
  { input: { mac: 'no mac' }, mistake: 'field.type' },
  { input: { deviceId: 999999 }, mistake: 'field.reference' },
  { input: { location: 999999 }, mistake: 'field.reference' },
];

/** An input for each digit of a number: four of ten are wrong. */
export const inputsOf = (size: number): AddressInput[] => [...String(size)].map((digit) => inputs[Number(digit)] as AddressInput);

/** Where root networks lie: at both ends of both families, and in between. */
export const regions: readonly Prefix[] = [
  '10.0.0.0/26',
  '0.0.0.0/0',
  '255.255.255.224/27',
  '2001:db8::/122',
  '::/0',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fff0/124',
].map((text) => Prefix.parse(text));

/** The network in one of a few places at the ends of a region, as long as the region, a little longer, or nearly a single address. */
export function networkIn(region: Prefix, place: number, size: number): Prefix {
  const offset = size % 8;
  const wanted = offset < 6 ? region.length + offset : bitsOf(region) - (7 - offset) * 2;
  const length = Math.min(Math.max(wanted, region.length), bitsOf(region));
  const slots = 1n << BigInt(length - region.length);
  const slot = (BigInt(place >> 1) % 8n) % slots;
  const steps = place % 2 === 0 ? slot : slots - 1n - slot;
  return Prefix.of(IpAddress.of(region.family, region.first + steps * (1n << BigInt(bitsOf(region) - length))), length);
}

export const rootNetwork = ({ regions: own }: World, place: number, size: number): Prefix =>
  networkIn(own[place % own.length] as Prefix, Math.floor(place / own.length), size);

/** An address near an end of a subnet, or just outside. */
export function addressNear({ prefix }: ModelSubnet, place: number): IpAddress {
  const { network, lastAddress } = prefix ?? Prefix.parse('10.0.0.0/28');
  const distance = BigInt(place >> 1) % 6n;
  return place % 2 === 0 ? (network.plus(distance - 1n) ?? network) : (lastAddress.plus(1n - distance) ?? lastAddress);
}

/** What a subnet is beside its place. */
export type Traits = Pick<ModelSubnet, 'isPool' | 'isFull' | 'isForSubnets' | 'isForAddresses'>;

/** Few are pools, fewer are full, many are marked for prefix selection. */
export const traitsOf = (size: number): Traits => ({
  isPool: size % 5 === 1,
  isFull: size % 16 === 7,
  isForSubnets: size % 4 < 2,
  isForAddresses: size % 3 < 2,
});

export const noTraits: Traits = { isPool: false, isFull: false, isForSubnets: false, isForAddresses: false };

/** The custom fields by which prefix selection finds networks. */
export const selectionFields = { subnets: 'custom_customer_type', addresses: 'custom_customer_address_type' } as const;

export const traitsInput = ({ word }: World, traits: Traits): Input => ({
  isPool: traits.isPool,
  isFull: traits.isFull,
  ...(traits.isForSubnets ? { [selectionFields.subnets]: word } : {}),
  ...(traits.isForAddresses ? { [selectionFields.addresses]: word } : {}),
});

/** Half of the networks have no VRF. */
export const vrfOf = ({ ground }: World, size: number): number | null => ground.vrfIds[size % 4] ?? null;
