import { levels } from '../../domain/access/access-policy.js';
import { AddressAggregate, type NewAddress } from '../../domain/address/address-aggregate.js';
import type { Draw } from '../../domain/allocation/address-choice.js';
import type { AddressCriteria } from '../../domain/allocation/address-criteria.js';
import type { CustomField } from '../../domain/fields/custom-field.js';
import { isHoldOver } from '../../domain/fields/hold.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import { type NextFreeAddresses, spaceNeededFor } from '../../domain/subnet/usable-addresses.js';
import { type Caller, type LevelSource, permitted, unknownSubnet } from '../caller.js';
import { idAt, insertAddresses } from '../inventory/address-writes.js';
import { ExpiredHolds } from '../inventory/expired-holds.js';
import { catalogReadOnce, missingReferences } from '../inventory/record-input.js';
import { once } from '../once.js';
import type { Clock } from '../ports/environment.js';
import type { LockedSubnet } from '../ports/inventory/subnets.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { type Batch, type Outcome, outcomeOf } from '../unit-of-work/batch.js';
import { findByCriteria } from './free-address-search.js';

export interface AddressRequest {
  readonly caller: Caller;
  readonly input: Input;
  /** Default: the next free address. */
  readonly criteria?: AddressCriteria | undefined;
}

export interface AllocatedAddress {
  readonly id: number;
  readonly subnetId: number;
  readonly ip: IpAddress;
}

/** One address, or all addresses of the criteria. */
export type Allocated = AllocatedAddress | readonly AllocatedAddress[];

interface Made {
  readonly caller: Caller;
  readonly values: NewAddress;
}

interface Facts {
  readonly subnetId: number;
  readonly subnet: LockedSubnet | undefined;
  readonly definitions: readonly CustomField[];
}

export interface BatchSurroundings {
  readonly clock: Clock;
  readonly draw: Draw;
  readonly yieldToEventLoop: () => Promise<void>;
}

/** Number of addresses to store before yielding to the event loop. */
const slice = 256;

export class AddressBatch {
  readonly #repositories: Repositories;
  readonly #surroundings: BatchSurroundings;
  /** Current time in the format of records. Updated after the lock wait, since requests may join meanwhile. */
  #timestamp: string;
  /** The section of the subnet is read at most once, and only if the permission level of a caller depends on it. */
  readonly #levels: LevelSource;
  readonly #sources;
  /** The next free addresses; undefined if they must be read again. */
  #free: NextFreeAddresses | undefined;
  #hasChildren = false;
  #hasRanges = false;
  #pending: Made[] = [];
  readonly #ids = new Map<Made, number>();

  constructor(repositories: Repositories, surroundings: BatchSurroundings) {
    this.#repositories = repositories;
    this.#surroundings = surroundings;
    this.#timestamp = formatTimestamp(surroundings.clock.now());
    this.#levels = {
      sections: { find: once((id: number) => repositories.sections.find(id)) },
      subnets: { ancestorIds: (id) => repositories.subnets.ancestorIds(id) },
    };
    this.#sources = { catalog: catalogReadOnce(repositories) };
  }

  /** @returns the outcome of each request if the unit of work commits; a failed request has its own error and stores nothing */
  async allocate(subnetId: number, batch: Batch<AddressRequest>): Promise<Outcome<Allocated>[]> {
    const { addresses, customFields } = this.#repositories;
    const [locked, definitions] = await Promise.all([
      addresses.lockForAllocation(subnetId, spaceNeededFor(batch.max)),
      customFields.list('addresses'),
    ]);
    this.#hasChildren = locked?.space.hasChildren ?? false;
    this.#hasRanges = locked?.space.hasRanges ?? false;
    this.#free = locked && new SubnetAggregate(locked.subnet).freeAddresses(locked.space);
    if (locked && (isHoldOver(locked.space, this.#timestamp) || this.#hasChildren)) await this.#freeExpired(subnetId);
    const facts = { subnetId, subnet: locked?.subnet, definitions };
    const requests = await batch.requests();
    this.#timestamp = formatTimestamp(this.#surroundings.clock.now()); // a hold begins after the wait for the lock
    const outcomes: Outcome<readonly Made[]>[] = [];
    for (const request of requests) outcomes.push(await outcomeOf(() => this.#prepare(facts, request, batch.max)));
    if (locked) await this.#store(locked.subnet);
    return outcomes.map((outcome, index) =>
      'error' in outcome ? outcome : { result: this.#allocated(outcome.result, requests[index]) },
    );
  }

  /** Frees expired addresses, and expired child networks that block allocation. */
  async #freeExpired(subnetId: number): Promise<void> {
    const holds = new ExpiredHolds(this.#repositories, this.#timestamp);
    const freed = (await holds.inSubnet(subnetId)) + (this.#hasChildren ? await holds.below(subnetId) : 0);
    if (freed === 0) return;
    this.#hasChildren = await this.#repositories.subnets.hasChildren(subnetId);
    this.#free = undefined;
  }

  #allocated(made: readonly Made[], request: AddressRequest | undefined): Allocated {
    const [first] = made;
    return first && !request?.criteria ? this.#madeOf(first) : made.map((each) => this.#madeOf(each));
  }

  #madeOf(made: Made): AllocatedAddress {
    const { ip, subnetId } = made.values;
    const id = this.#ids.get(made);
    if (id === undefined) throw new Error('an address was not stored');
    return { id, subnetId, ip };
  }

  async #store(subnet: LockedSubnet): Promise<void> {
    const made = this.#pending;
    this.#pending = [];
    for (let start = 0; start < made.length; start += slice) {
      if (start > 0) await this.#surroundings.yieldToEventLoop();
      const some = made.slice(start, start + slice);
      const ids = await insertAddresses(this.#repositories, subnet, some, this.#timestamp);
      for (const [index, each] of some.entries()) this.#ids.set(each, idAt(ids, index));
    }
  }

  async #prepare(
    { subnetId, subnet: locked, definitions }: Facts,
    { caller, input, criteria }: AddressRequest,
    max: number,
  ): Promise<readonly Made[]> {
    const subnet = await permitted(this.#levels, caller, locked, levels.writeAddresses, unknownSubnet(subnetId));
    const ips = criteria ? await this.#findByCriteria(subnet, criteria) : [(await this.#nextFree(subnet, max)).next];
    const missing = await missingReferences(this.#sources, AddressAggregate.references(input));
    const facts = { definitions, missing, at: this.#timestamp };
    const made = AddressAggregate.allocate(subnet, ips, input, facts).map((values) => ({ caller, values }));
    this.#pending.push(...made);
    if (criteria) this.#free = undefined;
    else this.#free?.take();
    return made;
  }

  async #findByCriteria(subnet: LockedSubnet, criteria: AddressCriteria): Promise<IpAddress[]> {
    await this.#store(subnet);
    const { clock, draw } = this.#surroundings;
    const facts = { subnet, hasChildren: this.#hasChildren, hasRanges: this.#hasRanges, now: clock.now(), draw };
    return findByCriteria(this.#repositories, facts, criteria);
  }

  async #nextFree(subnet: LockedSubnet, max: number): Promise<NextFreeAddresses> {
    if (!this.#free) {
      await this.#store(subnet);
      const space = await this.#repositories.addresses.freeSpace(subnet.id, spaceNeededFor(max));
      this.#free = new SubnetAggregate(subnet).freeAddresses(space);
    }
    return this.#free;
  }
}
