import { requireAllocation } from '../../domain/access/access-policy.js';
import type { Draw } from '../../domain/allocation/address-choice.js';
import {
  allocationOf,
  type RequestedAllocation,
  requestsOtherSpace,
  type SpaceRequest,
  takenSpace,
} from '../../domain/allocation/space-request.js';
import { IpamError } from '../../domain/errors.js';
import type { Input } from '../../domain/fields/read-fields.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { asNetwork, type Subnet } from '../../domain/subnet/subnet.js';
import type { Caller } from '../caller.js';
import { Addresses } from '../inventory/addresses.js';
import { heldRecordsOf, releaseHeld } from '../inventory/expired-holds.js';
import { Subnets } from '../inventory/subnets.js';
import type { Clock } from '../ports/environment.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { within, withoutWriteOptions } from '../transfer/bulk/ensured.js';
import { batchOf, resultOf } from '../unit-of-work/batch.js';
import { AddressBatch } from './address-batch.js';
import { SubnetBatch } from './subnet-batch.js';

export interface GrantedRecord {
  readonly of: 'address' | 'subnet';
  readonly id: number;
  /** The address, or the network in CIDR notation. */
  readonly text: string;
}

export interface AllocationSurroundings {
  readonly clock: Clock;
  readonly draw: Draw;
  readonly yieldToEventLoop: () => Promise<void>;
}

/** Errors of an allocation. If the request names explicit space, they mean that this space is in use. */
const takenCodes = ['address.exists', 'allocation.noAddress', 'allocation.noSubnet', 'allocation.subnetFull'] as const;

/** Allocates the space of a request in the unit of work of the decision, with the rights of the caller. */
export class SpaceAllocation {
  readonly #repositories: Repositories;
  readonly #caller: Caller;
  readonly #surroundings: AllocationSurroundings;

  constructor(repositories: Repositories, caller: Caller, surroundings: AllocationSurroundings) {
    this.#repositories = repositories;
    this.#caller = withoutWriteOptions(caller);
    this.#surroundings = surroundings;
  }

  /**
   * Returns the held records of a request if all are still held, else allocates the space. The subnet must be locked.
   * @param desired the request with the changes of the decision
   * @throws IpamError spaceRequest.taken for explicit space in use, else those of the allocation
   */
  async grant(subnet: Subnet, request: SpaceRequest, desired: SpaceRequest): Promise<GrantedRecord[]> {
    const held = await this.#heldFor(request, desired);
    if (!held) return this.allocate(subnet, desired);
    const input = { ...inputOf(desired), hold: 0 };
    const subnets = new Subnets(this.#repositories, within(this.#repositories), this.#surroundings.clock);
    for (const { of, id } of held)
      if (of === 'address') await this.#addresses().change(this.#caller, id, input);
      else await subnets.change(this.#caller, id, input);
    return held;
  }

  /** @param hold seconds; undefined: no hold */
  async allocate(subnet: Subnet, request: SpaceRequest, hold?: number): Promise<GrantedRecord[]> {
    const allocation = allocationOf(subnet, request);
    requireAllocation(this.#caller.principal, allocation.of === 'network' ? 'subnet' : 'address');
    try {
      return await this.#allocate(
        subnet.id,
        allocation,
        hold ? { ...inputOf({ ...request, tag: null }), hold } : inputOf(request),
      );
    } catch (error) {
      if (!IpamError.is(error, ...takenCodes)) throw error;
      throw takenSpace(asNetwork(subnet), request) ?? error;
    }
  }

  /** The held records if all still exist for the desired space; otherwise frees them and returns undefined. */
  async #heldFor(request: SpaceRequest, desired: SpaceRequest): Promise<GrantedRecord[] | undefined> {
    if (request.heldIds === null) return undefined;
    const ids = await heldRecordsOf(this.#repositories, request);
    const texts = request.results?.split(';') ?? [];
    const isWhole = ids.length === texts.length && !requestsOtherSpace(request, desired);
    if (!isWhole) {
      await releaseHeld(this.#repositories, request, formatTimestamp(this.#surroundings.clock.now()));
      return undefined;
    }
    const of = request.mask === null ? 'address' : 'subnet';
    return ids.map((id, index) => ({ of, id, text: texts[index] ?? '' }));
  }

  async #allocate(subnetId: number, allocation: RequestedAllocation, input: Input): Promise<GrantedRecord[]> {
    const caller = this.#caller;
    if (allocation.of === 'network') {
      const { clock, draw } = this.#surroundings;
      const batch = new SubnetBatch(this.#repositories, () => formatTimestamp(clock.now()), draw);
      const { length, criteria } = allocation;
      const made = resultOf(await batch.allocate(subnetId, batchOf({ caller, length, end: 'first' as const, input, criteria })));
      return [{ of: 'subnet', id: made.id, text: made.prefix.toString() }];
    }
    if (allocation.of === 'address') {
      const { ip } = allocation;
      const id = await this.#addresses().create(caller, { ...input, subnetId, ip });
      return [{ of: 'address', id, text: ip.toString() }];
    }
    const batch = new AddressBatch(this.#repositories, this.#surroundings);
    const made = resultOf(await batch.allocate(subnetId, batchOf({ caller, input, criteria: allocation.criteria })));
    return ('id' in made ? [made] : made).map(({ id, ip }) => ({ of: 'address', id, text: ip.toString() }));
  }

  #addresses(): Addresses {
    return new Addresses(this.#repositories, within(this.#repositories), this.#surroundings.clock);
  }
}

function inputOf({ mask, description, hostname, mac, owner, tag }: SpaceRequest): Input {
  const values = mask === null ? { description, hostname, mac, owner, tag } : { description, tag };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
