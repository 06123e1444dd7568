import { levels } from '../../domain/access/access-policy.js';
import { type Address, positionInput } from '../../domain/address/address.js';
import { IpamError } from '../../domain/errors.js';
import { type Input, readIp, wrongAddress } from '../../domain/fields/read-fields.js';
import { append } from '../../domain/grouping.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import type { Caller } from '../caller.js';
import { type ChunkedList, chunked, chunksFrom } from '../listing.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Clock, Timers } from '../ports/environment.js';
import type { AddressQuery } from '../ports/inventory/addresses.js';
import type { Readers, UnitOfWork } from '../ports/unit-of-work.js';
import { batchOf, resultOf } from '../unit-of-work/batch.js';
import { OutdatedRead, retryWhileOutdated } from '../unit-of-work/optimistic-retry.js';
import type { ReadersFor } from '../unit-of-work/read-router.js';
import { RequestBatcher } from '../unit-of-work/request-batcher.js';
import { runFor } from '../unit-of-work/units-of-work.js';
import { type AddressChange, AddressChanges, maySetGateway } from './address-changes.js';
import { type AddressDeletion, AddressDeletions, type Deletion } from './address-deletions.js';
import { unknownAddress, visible } from './address-writes.js';
import { findNetworkFor, type NetworkScope } from './network-search.js';
import { type AddressCreation, NewAddresses } from './new-addresses.js';

export interface FilledSubnet {
  readonly id: number;
  readonly addresses: number;
}

/** Maximum number of addresses per shared query. */
const max = 1000;

/**
 * The addresses of each subnet, in numerical order. A list is read on iteration. Adjacent small subnets share a query, because a
 * query costs more than reading its rows.
 */
export function addressesOfSubnets(
  list: (query: AddressQuery) => AsyncIterable<Address>,
  subnets: readonly FilledSubnet[],
): ReadonlyMap<number, ChunkedList<Address>> {
  const lists = new Map<number, ChunkedList<Address>>();
  for (const group of groupsOf(subnets)) {
    let read: Promise<ReadonlyMap<number, readonly Address[]>> | undefined;
    const readOnce = () => (read ??= bySubnet(list({ subnetIds: group.map(({ id }) => id), order: 'subnet' })));
    for (const { id, addresses } of group)
      lists.set(
        id,
        chunked(async function* () {
          if (addresses > max) yield* chunksFrom(list({ subnetId: id, order: 'address' }));
          else if (addresses > 0) yield (await readOnce()).get(id) ?? [];
        }),
      );
  }
  return lists;
}

function groupsOf(subnets: readonly FilledSubnet[]): FilledSubnet[][] {
  const groups: FilledSubnet[][] = [];
  let together = Number.POSITIVE_INFINITY;
  for (const subnet of subnets) {
    together += subnet.addresses;
    if (together > max) {
      groups.push([]);
      together = subnet.addresses;
    }
    groups.at(-1)?.push(subnet);
  }
  return groups;
}

async function bySubnet(addresses: AsyncIterable<Address>): Promise<ReadonlyMap<number, readonly Address[]>> {
  const found = new Map<number, Address[]>();
  for await (const chunk of chunksFrom(addresses)) for (const address of chunk) append(found, address.subnetId, address);
  return found;
}

/** Addresses of the register. An address that does not exist or is in a hidden subnet causes address.unknown. */
export class Addresses {
  readonly #readers: Readers;
  readonly #readersFor: ReadersFor;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #creations: RequestBatcher<AddressCreation, number>;
  readonly #changes: RequestBatcher<AddressChange, void>;
  readonly #deletions: RequestBatcher<AddressDeletion, void>;

  /** @param timers undefined: each write has its own unit of work */
  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, timers?: Timers, readersFor: ReadersFor = () => readers) {
    this.#readers = readers;
    this.#readersFor = readersFor;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    const now = () => this.#now();
    this.#creations = new RequestBatcher(unitOfWork, timers, (repositories, subnetId, batch) =>
      new NewAddresses(repositories, now).createIn(subnetId, batch),
    );
    this.#changes = new RequestBatcher(unitOfWork, timers, (repositories, _subnetId, batch) =>
      new AddressChanges(repositories, now).changeTogether(batch),
    );
    this.#deletions = new RequestBatcher(unitOfWork, timers, (repositories, subnetId, batch) =>
      new AddressDeletions(repositories, now).deleteIn(subnetId, batch),
    );
  }

  async read(caller: Caller, id: number): Promise<Address> {
    const readers = this.#readersFor(caller);
    return visible(readers, caller, await readers.addresses.find(id), levels.see, () => unknownAddress(id));
  }

  async readInSubnet(caller: Caller, subnetId: number, ip: IpAddress): Promise<Address> {
    const readers = this.#readersFor(caller);
    return visible(
      readers,
      caller,
      await readers.addresses.findInSubnet(subnetId, ip),
      levels.see,
      () => new IpamError('address.unknown', { subnetId, ip: ip.toString() }),
    );
  }

  /** The newest history entries, newest first. */
  async changes(caller: Caller, id: number, max: number): Promise<ChangeEntry[]> {
    await this.read(caller, id);
    return this.#readersFor(caller).changeLog.list('address', id, max);
  }

  list(caller: Caller, query: AddressQuery): AsyncIterable<Address> {
    return this.#readersFor(caller).addresses.list({ ...query, viewer: caller.principal });
  }

  /** Addresses by subnet id, in numerical order. Each list is read on iteration. */
  listsOf(caller: Caller, subnets: readonly FilledSubnet[]): ReadonlyMap<number, AsyncIterable<Address>> {
    return addressesOfSubnets((query) => this.list(caller, query), subnets);
  }

  async count(caller: Caller, query: AddressQuery): Promise<number> {
    return this.#readersFor(caller).addresses.count({ ...query, viewer: caller.principal });
  }

  /** Creates an address and returns its id. @throws IpamError address.exists, address.notInSubnet, field.* */
  async create(caller: Caller, input: Input): Promise<number> {
    return this.#creations.submit(positionInput(input).subnetId, { caller, input }, { runsAlone: maySetGateway(input) });
  }

  /**
   * Creates an address in the most specific network that contains it.
   * @throws IpamError address.noNetwork, address.ambiguous, field.reference for an unknown section or VRF, and those of create
   */
  async createWithin(caller: Caller, input: Input, scope: NetworkScope): Promise<number> {
    const ip = readIp(input.ip);
    if (!ip) throw wrongAddress('ip', input.ip);
    return retryWhileOutdated(() =>
      runFor(this.#unitOfWork, caller, async (repositories) => {
        const { id } = await findNetworkFor(repositories, caller, ip, scope);
        const creation = { caller, input: { ...input, subnetId: id } };
        const addresses = new NewAddresses(repositories, () => this.#now());
        const created = resultOf(await addresses.createIn(id, batchOf(creation)));
        // the lock prevents new smaller networks inside
        if ((await findNetworkFor(repositories, caller, ip, scope)).id !== id) throw new OutdatedRead();
        return created;
      }),
    );
  }

  /** Absent fields are unchanged. @throws IpamError address.ipFixed, address.subnetFixed, and those of create */
  async change(caller: Caller, id: number, input: Input): Promise<void> {
    return retryWhileOutdated(async () => {
      const found = await this.#readers.addresses.find(id);
      if (!found) throw unknownAddress(id);
      await this.#changes.submit(found.subnetId, { caller, id, input }, { runsAlone: maySetGateway(input) });
    });
  }

  delete(caller: Caller, id: number, options: Deletion = {}): Promise<void> {
    return this.#delete(() => this.#readers.addresses.find(id), { caller, whenUnknown: () => unknownAddress(id), options });
  }

  deleteInSubnet(caller: Caller, subnetId: number, ip: IpAddress, options: Deletion = {}): Promise<void> {
    const whenUnknown = () => new IpamError('address.unknown', { subnetId, ip: ip.toString() });
    return this.#delete(() => this.#readers.addresses.findInSubnet(subnetId, ip), { caller, whenUnknown, options });
  }

  #delete(find: () => Promise<Address | undefined>, deletion: Omit<AddressDeletion, 'id'>): Promise<void> {
    return retryWhileOutdated(async () => {
      const found = await find();
      if (!found) throw deletion.whenUnknown();
      await this.#deletions.submit(found.subnetId, { ...deletion, id: found.id });
    });
  }

  #now(): string {
    return formatTimestamp(this.#clock.now());
  }
}
