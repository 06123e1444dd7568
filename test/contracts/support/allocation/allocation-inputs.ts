import type { ErrorCode } from '../../../../domain/errors.js';
import type { Input } from '../../../../domain/fields/read-fields.js';
import { IpAddress } from '../../../../domain/net/ip-address.js';
import { Prefix } from '../../../../domain/net/prefix.js';
import { bitsOf, type ModelSubnet } from './allocation-model.js';
import type { World } from './allocation-world.js';

/** Fields of an address, and their error, if any. Only the database detects the last one. */
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

/** An input for each digit of a number. Four of ten are invalid. */
export const inputsOf = (size: number): AddressInput[] => [...String(size)].map((digit) => inputs[Number(digit)] as AddressInput);

/** Regions of root networks: at both ends of both families, and in between. */
export const regions: readonly Prefix[] = [
  '10.0.0.0/26',
  '0.0.0.0/0',
  '255.255.255.224/27',
  '2001:db8::/122',
  '::/0',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fff0/124',
].map((text) => Prefix.parse(text));

/** A network near one end of a region. Its length is that of the region, slightly longer, or nearly that of a single address. */
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

/** An address near an end of a subnet, inside or just outside. */
export function addressNear({ prefix }: ModelSubnet, place: number): IpAddress {
  const { network, lastAddress } = prefix ?? Prefix.parse('10.0.0.0/28');
  const distance = BigInt(place >> 1) % 6n;
  return place % 2 === 0 ? (network.plus(distance - 1n) ?? network) : (lastAddress.plus(1n - distance) ?? lastAddress);
}

/** The properties of a subnet other than its position. */
export type Traits = Pick<ModelSubnet, 'isPool' | 'isFull' | 'isForSubnets' | 'isForAddresses'>;

/** One fifth are pools, 1 of 16 is full, and most are marked for prefix selection. */
export const traitsOf = (size: number): Traits => ({
  isPool: size % 5 === 1,
  isFull: size % 16 === 7,
  isForSubnets: size % 4 < 2,
  isForAddresses: size % 3 < 2,
});

export const noTraits: Traits = { isPool: false, isFull: false, isForSubnets: false, isForAddresses: false };

/** The custom fields that mark networks for prefix selection. */
export const selectionFields = { subnets: 'custom_customer_type', addresses: 'custom_customer_address_type' } as const;

export const traitsInput = ({ word }: World, traits: Traits): Input => ({
  isPool: traits.isPool,
  isFull: traits.isFull,
  ...(traits.isForSubnets ? { [selectionFields.subnets]: word } : {}),
  ...(traits.isForAddresses ? { [selectionFields.addresses]: word } : {}),
});

/** Half of the networks have no VRF. */
export const vrfOf = ({ ground }: World, size: number): number | null => ground.vrfIds[size % 4] ?? null;
