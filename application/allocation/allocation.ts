import { levels } from '../../domain/access/access-policy.js';
import type { Draw } from '../../domain/allocation/address-choice.js';
import type { AddressCriteria } from '../../domain/allocation/address-criteria.js';
import { freePrefixesIn, prefixesWithin } from '../../domain/allocation/free-prefixes.js';
import type { End } from '../../domain/allocation/free-ranges.js';
import type { SubnetCriteria } from '../../domain/allocation/subnet-choice.js';
import { isHoldOver } from '../../domain/fields/hold.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import type { Network } from '../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import { spaceNeededFor } from '../../domain/subnet/usable-addresses.js';
import { type Caller, permitted, unknownSubnet } from '../caller.js';
import { maySetGateway } from '../inventory/address-changes.js';
import type { Clock, RandomSource, Timers } from '../ports/environment.js';
import type { AllocatedKind, Observer } from '../ports/observer.js';
import type { Readers, UnitOfWork } from '../ports/unit-of-work.js';
import type { Outcome } from '../unit-of-work/batch.js';
import { RequestBatcher } from '../unit-of-work/request-batcher.js';
import { AddressBatch, type AddressRequest, type Allocated, type AllocatedAddress } from './address-batch.js';
import { findByCriteria, findSubnetByCriteria } from './free-address-search.js';
import { HoldExpiry } from './hold-expiry.js';
import { type AllocatedSubnet, SubnetBatch, type SubnetRequest } from './subnet-batch.js';

export type { AllocatedAddress };

/** Allocates free addresses and networks. A lock of the network's row prevents duplicates. */
export class Allocation {
  readonly #readers: Readers;
  readonly #clock: Clock;
  readonly #draw: Draw;
  readonly #expiry: HoldExpiry;
  readonly #addresses: RequestBatcher<AddressRequest, Allocated>;
  readonly #subnets: RequestBatcher<SubnetRequest, AllocatedSubnet>;

  constructor(
    readers: Readers,
    unitOfWork: UnitOfWork,
    clock: Clock,
    timers: Timers,
    random: RandomSource,
    observer: Observer = {},
  ) {
    this.#readers = readers;
    this.#clock = clock;
    this.#draw = (limit) => random.below(limit);
    this.#expiry = new HoldExpiry(readers, unitOfWork, clock);
    const yieldToEventLoop = () => new Promise<void>((resolve) => void timers.after(0, resolve));
    const surroundings = { clock, draw: this.#draw, yieldToEventLoop };
    this.#addresses = new RequestBatcher(
      unitOfWork,
      timers,
      (repositories, subnetId, batch) => new AddressBatch(repositories, surroundings).allocate(subnetId, batch),
      (outcomes) => report(observer, 'address', outcomes),
    );
    this.#subnets = new RequestBatcher(
      unitOfWork,
      timers,
      (repositories, masterId, batch) => new SubnetBatch(repositories, () => this.#now, this.#draw).allocate(masterId, batch),
      (outcomes) => report(observer, 'subnet', outcomes),
    );
  }

  /**
   * The lowest free host address of a network.
   * @throws IpamError subnet.unknown, subnet.hasChildren, allocation.subnetFull (marked full), allocation.noAddress
   */
  async findFreeAddress(caller: Caller, subnetId: number): Promise<IpAddress> {
    const { subnets, addresses } = this.#readers;
    const readSpace = () => addresses.freeSpace(subnetId, spaceNeededFor(1));
    const [found, space] = await Promise.all([subnets.find(subnetId), readSpace()]);
    const subnet = await permitted(this.#readers, caller, found, levels.see, unknownSubnet(subnetId));
    const isFreed = await this.#freeExpired(subnetId, isHoldOver(space, this.#now), space.hasChildren);
    return new SubnetAggregate(subnet).freeAddresses(isFreed ? await readSpace() : space).next;
  }

  /** Free addresses by criteria, ascending: all or none. @throws IpamError those of findFreeAddress, allocation.rangeInvalid */
  async findFreeAddresses(caller: Caller, subnetId: number, criteria: AddressCriteria): Promise<IpAddress[]> {
    const { subnets, addresses } = this.#readers;
    const [found, space] = await Promise.all([subnets.find(subnetId), addresses.freeSpace(subnetId, 1)]);
    const subnet = await permitted(this.#readers, caller, found, levels.see, unknownSubnet(subnetId));
    const isFreed = await this.#freeExpired(subnetId, isHoldOver(space, this.#now), space.hasChildren);
    const hasChildren = isFreed ? await subnets.hasChildren(subnetId) : space.hasChildren;
    const facts = { subnet, hasChildren, hasRanges: space.hasRanges ?? false, now: this.#clock.now(), draw: this.#draw };
    return findByCriteria(this.#readers, facts, criteria);
  }

  /**
   * Creates the lowest free address of a network.
   * @param input fields of the address, without ip and subnetId
   * @throws IpamError those of findFreeAddress, field.*
   */
  async allocateAddress(caller: Caller, subnetId: number, input: Input): Promise<AllocatedAddress> {
    const made = await this.#addresses.submit(subnetId, { caller, input }, { runsAlone: maySetGateway(input) });
    if (!('id' in made)) throw new Error('a request without a count got several addresses');
    return made;
  }

  /**
   * Creates free addresses by criteria: all or none.
   * @param input fields of each address, without ip and subnetId
   * @returns the addresses, ascending
   * @throws IpamError those of findFreeAddresses, field.*
   */
  async allocateAddresses(
    caller: Caller,
    subnetId: number,
    criteria: AddressCriteria,
    input: Input,
  ): Promise<readonly AllocatedAddress[]> {
    const options = { weight: criteria.count, runsAlone: maySetGateway(input) };
    const made = await this.#addresses.submit(subnetId, { caller, input, criteria }, options);
    return 'id' in made ? [made] : made;
  }

  /**
   * The lowest or highest free network of a length, or a free network by criteria. Only direct children occupy space.
   * @throws IpamError subnet.unknown, allocation.noSubnet (also for a folder), prefix.length, allocation.rangeInvalid
   */
  async findFreeSubnet(caller: Caller, subnetId: number, length: number, end: End, criteria?: SubnetCriteria): Promise<Prefix> {
    const network = await this.#visibleNetwork(caller, subnetId, length);
    if (criteria) return findSubnetByCriteria(this.#readers.subnets, network, length, criteria, this.#draw);
    return freeSubnet(this.#readers, network, length, end);
  }

  /** All free networks of a length, ascending and lazy. @throws IpamError those of findFreeSubnet */
  async findFreeSubnets(caller: Caller, subnetId: number, length: number): Promise<AsyncIterable<Prefix>> {
    const network = await this.#visibleNetwork(caller, subnetId, length);
    await freeSubnet(this.#readers, network, length, 'first');
    return allFreeSubnets(this.#readers, network, length);
  }

  /**
   * Creates the network of `findFreeSubnet` as a child, with the section and permissions of the master.
   * @param input further fields; the position is ignored, since clients send complete records
   * @throws IpamError those of findFreeSubnet and Subnets.create
   */
  async allocateSubnet(
    caller: Caller,
    subnetId: number,
    length: number,
    end: End,
    input: Input,
    criteria?: SubnetCriteria,
  ): Promise<AllocatedSubnet> {
    return this.#subnets.submit(subnetId, { caller, length, end, input, criteria });
  }

  /** Frees expired addresses, and expired child networks that block allocation. @returns whether anything was freed */
  async #freeExpired(subnetId: number, hasExpired: boolean, hasChildren: boolean): Promise<boolean> {
    const isExpiredBelow = hasChildren && (await this.#readers.subnets.expiredHolds(this.#now, 1, subnetId)).length > 0;
    const freed =
      (hasExpired ? await this.#expiry.freeIn(subnetId) : 0) + (isExpiredBelow ? await this.#expiry.freeBelow(subnetId) : 0);
    return freed > 0;
  }

  async #visibleNetwork(caller: Caller, subnetId: number, length: number): Promise<Network> {
    const { subnets } = this.#readers;
    const [found, expired] = await Promise.all([subnets.find(subnetId), subnets.expiredHolds(this.#now, 1, subnetId)]);
    const subnet = await permitted(this.#readers, caller, found, levels.see, unknownSubnet(subnetId));
    if (expired.length > 0) await this.#expiry.freeBelow(subnetId);
    return new SubnetAggregate(subnet).networkWithSpaceFor(length);
  }

  get #now(): string {
    return formatTimestamp(this.#clock.now());
  }
}

function report(observer: Observer, kind: AllocatedKind, outcomes: readonly Outcome<unknown>[]): void {
  const counts = outcomes.map((outcome) => ('error' in outcome ? 0 : [outcome.result].flat().length));
  const sum = counts.reduce((total, count) => total + count, 0);
  observer.batchEnded?.(kind, outcomes.length);
  observer.allocated?.(kind, sum);
}

async function freeSubnet(readers: Pick<Readers, 'subnets'>, network: Network, length: number, end: End): Promise<Prefix> {
  return freePrefixesIn(await readers.subnets.freePrefix(network, length, end));
}

async function* allFreeSubnets(readers: Pick<Readers, 'subnets'>, network: Network, length: number): AsyncGenerator<Prefix> {
  for await (const gap of readers.subnets.freeGaps(network, length)) yield* prefixesWithin(network.prefix, gap, length);
}
