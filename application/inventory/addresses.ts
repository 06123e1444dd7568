import { type Address, AddressAggregate, addressFields } from '../../domain/address/address.js';
import type { Input } from '../../domain/catalog/read-fields.js';
import { toldOfDeleted, toldOfEdit, toldOfNew } from '../../domain/change-log/change.js';
import { keptRecords } from '../../domain/dns/kept-records.js';
import { IpamError } from '../../domain/errors.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import type { PermissionLevel } from '../../domain/permission/permission-map.js';
import { SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import type { Caller } from '../caller.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Clock } from '../ports/environment.js';
import type { AddressQuery, LockedPlace, LockedSubnet, NewValues } from '../ports/inventory.js';
import type { Readers, Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import { formatTimestamp } from '../timestamp.js';
import { runFor } from '../writing/run-for.js';
import { levels, permitted } from './access.js';
import { authorship, recordChange, recordConsequences } from './change-log.js';
import { findNetworkFor, type NetworkScope } from './network-search.js';
import { OutdatedRead, retryWhileOutdated } from './optimistic-retry.js';
import { checkReferences, readId, readRecord, readRecordWith } from './record-input.js';

/** How an address is deleted. */
export interface Deletion {
  /** Whether its DNS records stay. */
  readonly keepsDnsRecords?: boolean;
}

/** What can be done with addresses. Those of a subnet on which the caller has no permission do not exist for it. */
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
  async read(caller: Caller, id: number): Promise<Address> {
    return visible(
      this.#readers,
      caller,
      await this.#readers.addresses.find(id),
      levels.see,
      () => new IpamError('address.unknown', { id }),
    );
  }

  /** The address that a subnet holds. @throws IpamError address.unknown */
  async readInSubnet(caller: Caller, subnetId: number, ip: IpAddress): Promise<Address> {
    return visible(
      this.#readers,
      caller,
      await this.#readers.addresses.findInSubnet(subnetId, ip),
      levels.see,
      () => new IpamError('address.unknown', { subnetId, ip: ip.toString() }),
    );
  }

  /** The newest changes, newest first. @throws IpamError address.unknown */
  async changes(caller: Caller, id: number, max: number): Promise<ChangeEntry[]> {
    await this.read(caller, id);
    return this.#readers.changeLog.list('address', id, max);
  }

  /** Addresses that meet all conditions of a query. */
  list({ principal }: Caller, query: AddressQuery): AsyncIterable<Address> {
    return this.#readers.addresses.list({ ...query, viewer: principal });
  }

  /** How many `list` gives. */
  count({ principal }: Caller, query: AddressQuery): Promise<number> {
    return this.#readers.addresses.count({ ...query, viewer: principal });
  }

  /**
   * Creates an address in a subnet.
   * @returns the new address's id
   * @throws IpamError address.exists, address.notInSubnet, field.*
   */
  async create(caller: Caller, input: Input): Promise<number> {
    const subnetId = readId(input.subnetId);
    if (subnetId === undefined) throw new IpamError('field.type', { field: 'subnetId', expected: 'integer' });
    return runFor(this.#unitOfWork, caller, (repositories) => this.#create(repositories, caller, input, subnetId));
  }

  /**
   * Creates an address in the network that it belongs to: the one with the longest mask that contains it.
   * @throws IpamError address.noNetwork, address.ambiguous, field.reference for an unknown section or VRF, and as create does
   */
  createWithin(caller: Caller, input: Input, scope: NetworkScope): Promise<number> {
    const ip = readIp(input.ip);
    if (!ip) throw new IpamError('field.type', { field: 'ip', expected: 'address' });
    return retryWhileOutdated(() =>
      runFor(this.#unitOfWork, caller, async (repositories) => {
        const { id } = await findNetworkFor(repositories, caller, ip, scope);
        const created = await this.#create(repositories, caller, { ...input, subnetId: id }, id);
        // the network is locked by now, and gets no smaller ones within any more
        if ((await findNetworkFor(repositories, caller, ip, scope)).id !== id) throw new OutdatedRead();
        return created;
      }),
    );
  }

  async #create(repositories: Repositories, caller: Caller, input: Input, subnetId: number): Promise<number> {
    const ip = readIp(input.ip);
    const [place, definitions] = await Promise.all([
      lockPlace(repositories, subnetId, ip),
      repositories.customFields.list('addresses'),
    ]);
    const subnetUnknown = () => new IpamError('field.reference', { field: 'subnetId', id: subnetId });
    const subnet = await permitted(repositories, caller, place?.subnet, levels.writeAddresses, subnetUnknown);
    if (!ip) throw new IpamError('field.type', { field: 'ip', expected: 'address' });
    if (place?.isTaken) throw new IpamError('address.exists');
    await checkAddressReferences(repositories, input);
    const record = { ...input, ip: ip.toString() };
    const { values, custom } = readRecordWith(definitions, { fields: addressFields }, record, 'create');
    new SubnetAggregate(subnet).checkAddress(ip);
    const address = { ...values, ip, custom };
    const ids = await insertAddresses(repositories, subnet, [{ caller, values: address }], formatTimestamp(this.#clock.now()));
    return idAt(ids, 0);
  }

  /**
   * Changes fields of an address; what is not sent stays.
   * @throws IpamError address.unknown, address.ipFixed, address.subnetFixed, and as create does
   */
  change(caller: Caller, id: number, input: Input): Promise<void> {
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const whenUnknown = () => new IpamError('address.unknown', { id });
      const found = await visible(
        repositories,
        caller,
        await repositories.addresses.find(id),
        levels.writeAddresses,
        whenUnknown,
      );
      const wanted = new AddressAggregate(found).inputOfChange(input);
      await checkAddressReferences(repositories, wanted);
      const { values, custom } = await readRecord(repositories, { fields: addressFields, owner: 'addresses' }, wanted, 'change');
      if (values.is_gateway) await repositories.subnets.lock(found.subnetId, 'change');
      const current = await repositories.addresses.lock(id);
      if (!current) throw whenUnknown();
      const editDate = formatTimestamp(this.#clock.now());
      const { subnetId } = current;
      if (values.is_gateway) await clearGateways(repositories, caller, { subnetId, exceptId: id }, editDate);
      await repositories.addresses.update(id, { ...values, custom, editDate });
      const told = toldOfEdit(addressFields, current, { ...values, custom });
      await recordChange(repositories, caller, editDate, { object: 'address', objectId: id, subnetId, action: 'edit', ...told });
    });
  }

  /** @throws IpamError address.unknown */
  delete(caller: Caller, id: number, options: Deletion = {}): Promise<void> {
    return this.#delete(
      caller,
      options,
      ({ addresses }) => addresses.find(id),
      () => new IpamError('address.unknown', { id }),
    );
  }

  /** Deletes the address that a subnet holds. @throws IpamError address.unknown */
  deleteInSubnet(caller: Caller, subnetId: number, ip: IpAddress, options: Deletion = {}): Promise<void> {
    return this.#delete(
      caller,
      options,
      ({ addresses }) => addresses.findInSubnet(subnetId, ip),
      () => new IpamError('address.unknown', { subnetId, ip: ip.toString() }),
    );
  }

  #delete(
    caller: Caller,
    { keepsDnsRecords = false }: Deletion,
    find: (repositories: Repositories) => Promise<Address | undefined>,
    whenUnknown: () => IpamError,
  ): Promise<void> {
    return runFor(this.#unitOfWork, caller, async (repositories) => {
      const found = await find(repositories);
      const { id, subnetId } = await visible(repositories, caller, found, levels.writeAddresses, whenUnknown);
      await repositories.subnets.lock(subnetId, 'change');
      const current = await repositories.addresses.lock(id);
      if (!current) throw whenUnknown();
      const at = formatTimestamp(this.#clock.now());
      const consequences = recordConsequences(repositories, caller, at, { of: 'addressDeletion', id });
      await Promise.all([consequences, repositories.addresses.delete(id, at)]);
      const keeps = keepsDnsRecords && (await repositories.settings.read()).dns.enabled;
      const differences = [`[ip]: ${current.ip} => `, ...(keeps ? [keptRecords] : [])];
      const told = toldOfDeleted(addressFields, current, differences);
      const change = { object: 'address', objectId: id, subnetId: current.subnetId, action: 'delete', ...told } as const;
      await recordChange(repositories, caller, at, change);
    });
  }
}

/** The address, if the caller has a level on its subnet. @throws IpamError permission.denied, or the one made */
async function visible(
  readers: Pick<Readers, 'sections' | 'subnets'>,
  caller: Caller,
  address: Address | undefined,
  needed: PermissionLevel,
  whenUnknown: () => IpamError,
): Promise<Address> {
  if (!address) throw whenUnknown();
  if (!caller.principal.unrestricted)
    await permitted(readers, caller, await readers.subnets.find(address.subnetId), needed, whenUnknown);
  return address;
}

/** Locks the subnet to which an address is to be added, though it be none. */
async function lockPlace(
  { subnets, addresses }: Pick<Repositories, 'subnets' | 'addresses'>,
  subnetId: number,
  ip: IpAddress | undefined,
): Promise<LockedPlace | undefined> {
  if (ip) return addresses.lockForInsert(subnetId, ip);
  const subnet = await subnets.lock(subnetId, 'change');
  return subnet && { subnet, isTaken: false };
}

/**
 * Stores addresses of one subnet. As gateway an address takes the mark from the others.
 * @param timestamp when this happens, as records hold times
 * @returns their ids, in their order
 */
export async function insertAddresses(
  repositories: Repositories,
  subnet: LockedSubnet,
  given: readonly { readonly caller: Caller; readonly values: NewValues<Address> }[],
  timestamp: string,
): Promise<readonly number[]> {
  for (const { caller, values } of given) {
    if (values.is_gateway) await clearGateways(repositories, caller, { subnetId: subnet.id, exceptId: null }, timestamp);
  }
  const ids = await repositories.addresses.insertAll(
    subnet,
    given.map(({ values }) => values),
  );
  const changes = given.map(({ caller, values }, index) => {
    return {
      object: 'address',
      objectName: null,
      objectId: idAt(ids, index),
      subnetId: subnet.id,
      action: 'add',
      ...toldOfNew(addressFields, values),
      ...authorship(caller, timestamp),
    } as const;
  });
  await repositories.changeLog.append(...changes);
  return ids;
}

/** Takes the gateway mark from all addresses of a subnet but one; the subnet is locked. */
async function clearGateways(
  repositories: Repositories,
  caller: Caller,
  { subnetId, exceptId }: { readonly subnetId: number; readonly exceptId: number | null },
  timestamp: string,
): Promise<void> {
  await recordConsequences(repositories, caller, timestamp, { of: 'gateway', subnetId, exceptId });
  await repositories.addresses.clearGateways(subnetId, exceptId, timestamp);
}

/** Checks the device and tag that an address's input names. @throws IpamError field.type, field.reference */
export const checkAddressReferences = (repositories: Pick<Repositories, 'catalog'>, input: Input): Promise<void> =>
  checkReferences(repositories, addressFields, ['deviceId', 'tag'], input);

/** @throws Error when the storage has given fewer ids than there are addresses */
export function idAt(ids: readonly number[], index: number): number {
  const id = ids[index];
  if (id === undefined) throw new Error('the storage gave an address no id');
  return id;
}

/** The address that an input names, in any form. */
export function readIp(given: unknown): IpAddress | undefined {
  if (given instanceof IpAddress) return given;
  return typeof given === 'string' || typeof given === 'number' ? IpAddress.readOrDecimal(String(given)) : undefined;
}
