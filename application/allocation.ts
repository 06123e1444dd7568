import { type Address, addressFields } from '../domain/address/address.js';
import { firstFreePrefix, freePrefixes, lastFreePrefix } from '../domain/allocation/free-prefixes.js';
import { usableRange } from '../domain/allocation/usable-range.js';
import type { Input } from '../domain/catalog/read-fields.js';
import { IpamError } from '../domain/errors.js';
import type { IpAddress } from '../domain/net/ip-address.js';
import type { Prefix } from '../domain/net/prefix.js';
import type { Network, Subnet } from '../domain/subnet/subnet.js';
import { levels, permitted } from './access.js';
import { checkReferences, insertAddress } from './addresses.js';
import type { Caller } from './caller.js';
import { formatMoment } from './moment.js';
import type { Clock } from './ports/environment.js';
import type { NewValues } from './ports/inventory.js';
import type { Readers, UnitOfWork } from './ports/unit-of-work.js';
import { readRecord } from './record-input.js';
import { SubnetPlacement } from './subnet-placement.js';

/** From which end of a network free space is taken. */
export type End = 'first' | 'last';

/** Hands out free addresses and free networks, never the same twice: the network's row is held meanwhile. */
export class Allocation {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /**
   * The lowest address of a network that hosts may have and that is not used.
   * @throws IpamError subnet.unknown, subnet.hasChildren, allocation.subnetFull (it is marked full), allocation.noAddress
   */
  async findFreeAddress(caller: Caller, subnetId: number): Promise<IpAddress> {
    return lowestFree(this.#readers, subnetId, await this.#see(caller, subnetId));
  }

  /**
   * Creates an address in the lowest free place of a network.
   * @param input fields of the address; an ip or subnetId in it is passed over
   * @throws IpamError as findFreeAddress does, device.unknown, tag.*, address.macInvalid, field.*
   */
  allocateAddress(caller: Caller, subnetId: number, input: Input): Promise<{ id: number; ip: IpAddress }> {
    return this.#unitOfWork.run(async (repositories) => {
      const found = await repositories.subnets.lock(subnetId, 'change');
      const subnet = await permitted(repositories, caller, found, levels.writeAddresses, unknown(subnetId));
      const ip = await lowestFree(repositories, subnetId, subnet);
      await checkReferences(repositories, input);
      const fields = { ...input, subnetId, ip: ip.toString() };
      const { values, custom } = await readRecord(repositories, { fields: addressFields, owner: 'addresses' }, fields, 'create');
      const id = await insertAddress(
        repositories,
        caller,
        { ...values, custom } as unknown as NewValues<Address>,
        formatMoment(this.#clock.now()),
      );
      return { id, ip };
    });
  }

  /**
   * The lowest or highest free network of a prefix length in a network. Only direct children take space.
   * @throws IpamError subnet.unknown, allocation.noSubnet (also for a folder, and a length that cannot be)
   */
  async findFreeSubnet(caller: Caller, subnetId: number, length: number, end: End): Promise<Prefix> {
    const network = allocatable(await this.#see(caller, subnetId));
    return freeSubnet(network, await this.#readers.subnets.childPrefixes(subnetId), length, end);
  }

  /**
   * Every free network of a prefix length, ascending, made one by one.
   * @throws IpamError as findFreeSubnet does
   */
  async findFreeSubnets(caller: Caller, subnetId: number, length: number): Promise<Iterable<Prefix>> {
    const network = allocatable(await this.#see(caller, subnetId));
    const children = await this.#readers.subnets.childPrefixes(subnetId);
    freeSubnet(network, children, length, 'first');
    return freePrefixes(network.prefix, children, length);
  }

  /**
   * Creates a child network in the lowest or highest free place; section and permissions come from the network.
   * @param input further fields of the child
   * @throws IpamError as findFreeSubnet does, and as Subnets.create does
   */
  allocateSubnet(
    caller: Caller,
    subnetId: number,
    length: number,
    end: End,
    input: Input,
  ): Promise<{ id: number; prefix: Prefix }> {
    return this.#unitOfWork.run(async (repositories) => {
      const found = await repositories.subnets.lock(subnetId, 'change');
      const network = allocatable(await permitted(repositories, caller, found, levels.change, unknown(subnetId)));
      const prefix = freeSubnet(network, await repositories.subnets.childPrefixes(subnetId), length, end);
      const fields = { ...input, sectionId: network.sectionId, masterSubnetId: subnetId };
      const { id } = await new SubnetPlacement(repositories, caller, formatMoment(this.#clock.now())).create(prefix, fields);
      return { id, prefix };
    });
  }

  async #see(caller: Caller, subnetId: number): Promise<Subnet> {
    return permitted(this.#readers, caller, await this.#readers.subnets.find(subnetId), levels.see, unknown(subnetId));
  }
}

async function lowestFree(readers: Pick<Readers, 'subnets' | 'addresses'>, subnetId: number, subnet: Subnet): Promise<IpAddress> {
  if (subnet.isFull) throw new IpamError('allocation.subnetFull');
  if (await readers.subnets.hasChildren(subnetId)) throw new IpamError('subnet.hasChildren');
  if (subnet.isFolder) throw new IpamError('allocation.noAddress');
  const ip = await readers.addresses.lowestFree(subnetId, usableRange(subnet));
  if (!ip) throw new IpamError('allocation.noAddress');
  return ip;
}

function allocatable(subnet: Subnet): Network {
  if (subnet.isFolder) throw new IpamError('allocation.noSubnet');
  return subnet;
}

const unknown = (id: number): IpamError => new IpamError('subnet.unknown', { id });

function freeSubnet(network: Network, children: readonly Prefix[], length: number, end: End): Prefix {
  const find = end === 'first' ? firstFreePrefix : lastFreePrefix;
  const prefix = find(network.prefix, children, length);
  if (!prefix) throw new IpamError('allocation.noSubnet');
  return prefix;
}
