import { type Address, addressFields, checkPlacement } from '../domain/address/address.js';
import type { Input } from '../domain/catalog/read-fields.js';
import { IpamError } from '../domain/errors.js';
import { IpAddress } from '../domain/net/ip-address.js';
import { formatMoment } from './moment.js';
import type { Clock } from './ports/environment.js';
import type { AddressQuery, Changes, NewValues } from './ports/inventory.js';
import type { Readers, Repositories, UnitOfWork } from './ports/unit-of-work.js';
import { isUnset, readId, readRecord } from './record-input.js';

/** What can be done with addresses. */
export class Addresses {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** @throws IpamError address.unknown */
  async read(id: number): Promise<Address> {
    const address = await this.#readers.addresses.find(id);
    if (!address) throw new IpamError('address.unknown', { id });
    return address;
  }

  /** The address that a subnet holds. @throws IpamError address.none */
  async readInSubnet(subnetId: number, ip: IpAddress): Promise<Address> {
    const address = await this.#readers.addresses.findInSubnet(subnetId, ip);
    if (!address) throw new IpamError('address.none');
    return address;
  }

  /** Addresses that meet all conditions of a query. */
  list(query: AddressQuery): AsyncIterable<Address> {
    return this.#readers.addresses.list(query);
  }

  /**
   * Creates an address in a subnet.
   * @returns the new address's id
   * @throws IpamError address.subnetNotNumeric, address.subnetUnknown, address.invalid, address.exists,
   * address.macInvalid, device.unknown, tag.invalid, tag.unknown, address.notInSubnet, field.*
   */
  create(input: Input): Promise<number> {
    const subnetId = readId(input.subnetId);
    if (subnetId === undefined) throw new IpamError('address.subnetNotNumeric');
    return this.#unitOfWork.run(async (repositories) => {
      const subnet = await repositories.subnets.lock(subnetId, isFlagSet(input.is_gateway) ? 'change' : 'share');
      if (!subnet) throw new IpamError('address.subnetUnknown', { id: subnetId });
      const ip = readIp(input.ip);
      if (await repositories.addresses.findInSubnet(subnetId, ip)) throw new IpamError('address.exists');
      await checkReferences(repositories, input);
      const { values, custom } = await readRecord(
        repositories,
        { fields: addressFields, owner: 'addresses' },
        { ...input, ip: ip.toString() },
        'create',
      );
      checkPlacement(ip, subnet);
      return insertAddress(
        repositories,
        { ...values, ip, custom } as unknown as NewValues<Address>,
        formatMoment(this.#clock.now()),
      );
    });
  }

  /**
   * Changes fields of an address; what is not sent stays.
   * @throws IpamError address.toChangeUnknown, address.ipFixed, address.subnetFixed, and as create does
   */
  change(id: number, input: Input): Promise<void> {
    return this.#unitOfWork.run(async (repositories) => {
      const found = await repositories.addresses.find(id);
      if (!found) throw new IpamError('address.toChangeUnknown', { id });
      if ('ip' in input) throw new IpamError('address.ipFixed');
      if ('subnetId' in input) throw new IpamError('address.subnetFixed');
      await checkReferences(repositories, input);
      const { values, custom } = await readRecord(repositories, { fields: addressFields, owner: 'addresses' }, input, 'change');
      if (values.is_gateway) await repositories.subnets.lock(found.subnetId, 'change');
      const current = await repositories.addresses.lock(id);
      if (!current) throw new IpamError('address.toChangeUnknown', { id });
      const editDate = formatMoment(this.#clock.now());
      if (values.is_gateway) await repositories.addresses.clearGateways(current.subnetId, id, editDate);
      await repositories.addresses.update(id, { ...values, custom, editDate } as Changes<Address>);
    });
  }

  /** @throws IpamError address.toChangeUnknown */
  delete(id: number): Promise<void> {
    return this.#unitOfWork.run(async (repositories) => {
      if (!(await repositories.addresses.delete(id))) throw new IpamError('address.toChangeUnknown', { id });
    });
  }

  /** Deletes the address that a subnet holds. @throws IpamError address.none */
  deleteInSubnet(subnetId: number, ip: IpAddress): Promise<void> {
    return this.#unitOfWork.run(async (repositories) => {
      const address = await repositories.addresses.findInSubnet(subnetId, ip);
      if (!address || !(await repositories.addresses.delete(address.id))) throw new IpamError('address.none');
    });
  }
}

/**
 * Stores an address; as gateway it takes the mark from the subnet's other addresses. The subnet must be held.
 * @returns the new id
 */
export async function insertAddress(repositories: Repositories, values: NewValues<Address>, moment: string): Promise<number> {
  if (values.is_gateway) await repositories.addresses.clearGateways(values.subnetId, null, moment);
  return repositories.addresses.insert(values);
}

/**
 * Checks the device and tag that an address's input names, where clients rely on texts of their own.
 * @throws IpamError device.unknown, tag.invalid, tag.unknown
 */
export async function checkReferences({ catalog }: Repositories, input: Input): Promise<void> {
  if (!isUnset(input.deviceId) && !(await catalog.find('device', readId(input.deviceId) ?? 0)))
    throw new IpamError('device.unknown');
  if (input.tag === undefined) return;
  const tag = isUnset(input.tag) ? 0 : readId(input.tag);
  if (tag === undefined) throw new IpamError('tag.invalid');
  if (!(await catalog.find('tag', tag))) throw new IpamError('tag.unknown');
}

function readIp(given: unknown): IpAddress {
  const ip = typeof given === 'string' || typeof given === 'number' ? IpAddress.readOrDecimal(String(given)) : undefined;
  if (!ip) throw new IpamError('address.invalid');
  return ip;
}

const isFlagSet = (given: unknown): boolean => ['1', 'true'].includes(String(given).toLowerCase());
