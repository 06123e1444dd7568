import type { Address } from '../../domain/address/address.js';
import { type KindName, kindOf, type OpenKind } from '../../domain/catalog/kinds.js';
import { IpamError } from '../../domain/errors.js';
import type { CustomFieldOwner } from '../../domain/fields/custom-field.js';
import type { FieldDefinition } from '../../domain/fields/field.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import { maxSearchTextLength } from '../../domain/listing/text-match.js';
import { addressBits, IpAddress } from '../../domain/net/ip-address.js';
import { readMacAddress } from '../../domain/net/mac-address.js';
import { Prefix, readPrefixLength } from '../../domain/net/prefix.js';
import type { Caller } from '../caller.js';
import type { CustomFields } from '../catalog/custom-fields.js';
import type { TextSearch } from '../ports/inventory/records.js';
import type { SubnetListing } from '../ports/inventory/subnets.js';
import type { Readers } from '../ports/unit-of-work.js';
import type { ReadersFor } from '../unit-of-work/read-router.js';

/** Maximum number of records of a kind, and of characters in these records, because results are buffered. */
const maxHits = 1000;
const maxLength = 4 * 1024 * 1024;

export interface Hits<T> {
  readonly items: readonly T[];
  /** Whether records were omitted. */
  readonly isCut: boolean;
}

const always = (): boolean => true;

const searched = {
  subnets: ['description'],
  addresses: ['hostname', 'description', 'owner', 'mac', 'port', 'note'],
  vlans: ['name', 'number', 'description'],
  vrfs: ['name', 'rd', 'description'],
} as const satisfies Partial<Record<CustomFieldOwner, readonly string[]>>;

/**
 * Searches for an IP address or network, else for a substring of texts and custom fields without regard to case.
 * A search ends with the records found so far when the client disconnects. @throws IpamError field.tooLong
 */
export class Search {
  readonly #readers: Readers;
  readonly #readersFor: ReadersFor;
  readonly #customFields: CustomFields;

  constructor(readers: Readers, customFields: CustomFields, readersFor: ReadersFor = () => readers) {
    this.#readers = readers;
    this.#readersFor = readersFor;
    this.#customFields = customFields;
  }

  /** For an address: the networks that contain it. For a network: itself and the networks inside it. Else subnets with the text. */
  async subnets(caller: Caller, text: string, isAwaited = always): Promise<Hits<SubnetListing>> {
    const { network, isText } = meaningOf(text);
    const { principal } = caller;
    const { subnets } = this.#readersFor(caller);
    const order = { by: 'network' } as const;
    const isHost = network?.length === (network && addressBits(network.family));
    const sources = [
      ...(network ? [subnets.list({ [isHost ? 'overlapping' : 'inside']: network, viewer: principal, order })] : []),
      ...(isText ? [subnets.search(await this.#textSearch('subnets', text, isAwaited), principal)] : []),
    ];
    const hits = await collect(sources, ({ subnet }) => subnet.id);
    return { ...hits, items: hits.items.toSorted((a, b) => compareSubnets(a, b)) };
  }

  /** The address, or the addresses inside the network, else addresses with the text. MAC addresses match in any notation. */
  async addresses(caller: Caller, text: string, isAwaited = always): Promise<Hits<Address>> {
    const { network, isText } = meaningOf(text);
    const { principal } = caller;
    const { addresses } = this.#readersFor(caller);
    const mac = readMacAddress(text);
    const sources = [
      ...(network ? [addresses.list({ inside: network, viewer: principal, order: 'address' })] : []),
      ...(mac === undefined ? [] : [addresses.list({ mac, viewer: principal, order: 'mac' })]),
      ...(isText ? [addresses.search(await this.#textSearch('addresses', text, isAwaited), principal)] : []),
    ];
    const hits = await collect(sources, ({ id }) => id);
    return { ...hits, items: hits.items.toSorted((a, b) => a.ip.compare(b.ip) || a.id - b.id) };
  }

  /** VLANs with the text in their name, number or description. */
  async vlans(text: string, isAwaited = always): Promise<Hits<KindRecord>> {
    return this.#records('vlan', await this.#textSearch('vlans', text, isAwaited));
  }

  /** VRFs with the text in their name, route distinguisher or description. */
  async vrfs(text: string, isAwaited = always): Promise<Hits<KindRecord>> {
    return this.#records('vrf', await this.#textSearch('vrfs', text, isAwaited));
  }

  /** At most `max` records of a kind with the text in any descriptive field, except secrets. */
  async kind(name: OpenKind, text: string, max: number, isAwaited = always): Promise<Hits<KindRecord>> {
    const { fields, customFields } = kindOf(name);
    const searchable = Object.entries<FieldDefinition>(fields).filter(([, field]) => isTelling(field));
    const custom = customFields ? await this.#customFields.searchable(customFields) : [];
    return this.#records(
      name,
      { text: requireSearchText(text), fields: searchable.map(([field]) => field), custom, isAwaited },
      max,
    );
  }

  #records(kind: KindName, search: TextSearch, max = maxHits): Promise<Hits<KindRecord>> {
    return collect([this.#readers.catalog.search(kind, search)], ({ id }) => id, max);
  }

  async #textSearch(on: keyof typeof searched, text: string, isAwaited: () => boolean): Promise<TextSearch> {
    return { text: requireSearchText(text), fields: searched[on], custom: await this.#customFields.searchable(on), isAwaited };
  }
}

/**
 * Whether a field is descriptive. Secrets and hidden fields are not descriptive. Numbers and choices with a default are not
 * descriptive, because most records have the default value.
 */
const isTelling = (field: FieldDefinition): boolean => {
  const isUsual = 'default' in field && field.type !== 'text' && field.type !== 'multiline';
  return tellingTypes.has(field.type) && !field.secret && !field.hidden && !isUsual;
};

const tellingTypes: ReadonlySet<FieldDefinition['type']> = new Set([
  'text',
  'multiline',
  'integer',
  'number',
  'enum',
  'address',
  'prefix',
  'mac',
]);

function requireSearchText(text: string): string {
  if ([...text].length > maxSearchTextLength)
    throw new IpamError('field.tooLong', { field: 'search_filter', max: maxSearchTextLength });
  return text;
}

function meaningOf(text: string): { readonly network?: Prefix | undefined; readonly isText: boolean } {
  const number = addressOfNumber(text);
  if (number || /^\d+$/.test(text)) return { network: number && hostNetwork(number), isText: true };
  const [, addressText = text, mask] = /^(.+)\/([\d.]{1,15})$/.exec(text) ?? [];
  const address = IpAddress.read(addressText);
  if (!address) return { isText: true };
  if (mask === undefined) return { network: hostNetwork(address), isText: false };
  const length = readPrefixLength(mask);
  if (length === undefined || length > addressBits(address.family)) return { isText: true };
  return { network: Prefix.containing(address, length), isText: false };
}

const hostNetwork = (address: IpAddress): Prefix => Prefix.containing(address, addressBits(address.family));

/** The address of a decimal number, as legacy clients write it. Smaller numbers, such as VLANs and ports, are only texts. */
function addressOfNumber(text: string): IpAddress | undefined {
  const address = /^\d+$/.test(text) ? IpAddress.readOrDecimal(text) : undefined;
  return address && address.value >= 1n << (address.family === 4 ? 24n : 96n) ? address : undefined;
}

/** Folders first, then networks by address. */
const compareSubnets = ({ subnet: a }: SubnetListing, { subnet: b }: SubnetListing): number =>
  (a.prefix && b.prefix ? a.prefix.compare(b.prefix) : Number(a.prefix !== null) - Number(b.prefix !== null)) || a.id - b.id;

async function collect<T extends object>(
  sources: readonly AsyncIterable<T>[],
  idOf: (item: T) => number,
  max = maxHits,
): Promise<Hits<T>> {
  const found = new Map<number, T>();
  let length = 0;
  for (const source of sources) {
    for await (const item of source) {
      if (found.has(idOf(item))) continue;
      length += textLength(item);
      if (found.size === max || (length > maxLength && found.size > 0)) return { items: [...found.values()], isCut: true };
      found.set(idOf(item), item);
    }
  }
  return { items: [...found.values()], isCut: false };
}

function textLength(record: object): number {
  let length = 0;
  for (const value of Object.values(record)) {
    if (typeof value === 'string') length += value.length;
    else if (typeof value === 'object' && value !== null) length += textLength(value);
  }
  return length;
}
