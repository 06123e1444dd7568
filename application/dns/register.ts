import type { Address } from '../../domain/address/address.js';
import { type Holder, maxRecords } from '../../domain/dns/expected-records.js';
import { readHostName } from '../../domain/dns/host-name.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import type { Network } from '../../domain/subnet/subnet.js';
import type { AddressQuery } from '../ports/inventory/addresses.js';
import type { Readers } from '../ports/unit-of-work.js';

export interface RegisteredAddress extends Holder {
  readonly address: Address;
  readonly subnet: Network;
}

/** Names and addresses of the register for DNS records. Subnets and addresses are cached. */
export class Register {
  readonly #readers: Readers;
  readonly #networks = new Map<number, Promise<Network | undefined>>();
  readonly #holders = new Map<string, Promise<RegisteredAddress[]>>();

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  /** The lowest addresses with a host name, ascending. */
  async addressesOf(name: string): Promise<IpAddress[]> {
    const found: Address[] = [];
    for (const hostname of [name, `${name}.`]) found.push(...(await this.#some({ hostname, order: 'hostname' })));
    const addresses = found.filter((address) => readHostName(address.hostname) === name);
    return addresses.map(({ ip }) => ip).sort((a, b) => a.compare(b));
  }

  /** The result is cached. */
  holdersOf(ip: IpAddress): Promise<RegisteredAddress[]> {
    const known = this.#holders.get(ip.toString()) ?? this.#readHolders(ip);
    this.#holders.set(ip.toString(), known);
    return known;
  }

  async #readHolders(ip: IpAddress): Promise<RegisteredAddress[]> {
    const found = await this.#some({ ip, order: 'id' });
    const holders = await Promise.all(found.map(async (address) => ({ address, subnet: await this.network(address.subnetId) })));
    return holders.flatMap(({ address, subnet }) => (subnet ? [{ address, subnet }] : []));
  }

  /** The result is cached. */
  network(id: number): Promise<Network | undefined> {
    const known =
      this.#networks.get(id) ??
      this.#readers.subnets.find(id).then((subnet) => (subnet && !subnet.isFolder ? subnet : undefined));
    this.#networks.set(id, known);
    return known;
  }

  async #some(query: AddressQuery): Promise<Address[]> {
    const found: Address[] = [];
    for await (const address of this.#readers.addresses.list(query)) {
      found.push(address);
      if (found.length >= 2 * maxRecords) break; // of both families
    }
    return found;
  }
}
