import { type Address, addressFields } from '../../domain/address/address.js';
import { type NextFreeAddresses, spaceNeededFor } from '../../domain/allocation/next-free-address.js';
import type { CustomField } from '../../domain/catalog/custom-field.js';
import type { Input } from '../../domain/catalog/read-fields.js';
import { IpamError } from '../../domain/errors.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import { SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import type { Caller } from '../caller.js';
import { levels, permitted } from '../inventory/access.js';
import { checkAddressReferences, idAt, insertAddresses } from '../inventory/addresses.js';
import { readRecordWith } from '../inventory/record-input.js';
import { once } from '../once.js';
import type { LockedSubnet, NewValues } from '../ports/inventory.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { type Batch, type Outcome, outcomeOf } from './request-batcher.js';

/** A request for the next free address of a subnet. */
export interface AddressRequest {
  readonly caller: Caller;
  readonly input: Input;
}

/** An address that was created in a free place. */
export interface AllocatedAddress {
  readonly id: number;
  readonly subnetId: number;
  readonly ip: IpAddress;
}

interface NewAddress {
  readonly caller: Caller;
  readonly values: NewValues<Address>;
}

/** What every request of a batch needs. */
interface Facts {
  readonly subnetId: number;
  readonly subnet: LockedSubnet | undefined;
  readonly free: NextFreeAddresses | undefined;
  readonly definitions: readonly CustomField[];
}

/** Hands out the next free addresses of a subnet to several requests, in their order, within one unit of work. */
export class AddressBatch {
  readonly #repositories: Repositories;
  readonly #timestamp: string;
  /** Reads each section once. */
  readonly #sections: { readonly sections: Pick<Repositories['sections'], 'find'> };

  /** @param timestamp when this happens, as records hold times */
  constructor(repositories: Repositories, timestamp: string) {
    this.#repositories = repositories;
    this.#timestamp = timestamp;
    this.#sections = { sections: { find: once((id: number) => repositories.sections.find(id)) } };
  }

  /**
   * @returns what becomes of each request if the unit of work is kept: an address, or the error that it gets alone; nothing
   * of those that failed is kept
   */
  async allocate(subnetId: number, batch: Batch<AddressRequest>): Promise<Outcome<AllocatedAddress>[]> {
    const { addresses, customFields } = this.#repositories;
    const [locked, definitions] = await Promise.all([
      addresses.lockForAllocation(subnetId, spaceNeededFor(batch.max)),
      customFields.list('addresses'),
    ]);
    const free = locked && new SubnetAggregate(locked.subnet).freeAddresses(locked.space);
    const facts = { subnetId, subnet: locked?.subnet, free, definitions };
    const outcomes: Outcome<NewAddress>[] = [];
    for (const request of await batch.requests()) {
      const outcome = await outcomeOf(() => this.#prepare(facts, request));
      if ('result' in outcome) free?.take();
      outcomes.push(outcome);
    }
    return locked ? this.#insert(locked.subnet, outcomes) : outcomes.filter(isRefusal);
  }

  async #insert(subnet: LockedSubnet, outcomes: readonly Outcome<NewAddress>[]): Promise<Outcome<AllocatedAddress>[]> {
    const made = outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
    const ids = made.length > 0 ? await insertAddresses(this.#repositories, subnet, made, this.#timestamp) : [];
    let next = 0;
    return outcomes.map((outcome) =>
      'error' in outcome ? outcome : { result: { id: idAt(ids, next++), subnetId: subnet.id, ip: outcome.result.values.ip } },
    );
  }

  async #prepare({ subnetId, subnet: locked, free, definitions }: Facts, { caller, input }: AddressRequest): Promise<NewAddress> {
    const whenUnknown = () => new IpamError('subnet.unknown', { id: subnetId });
    await permitted(this.#sections, caller, locked, levels.writeAddresses, whenUnknown);
    if (!free) throw whenUnknown();
    const ip = free.next;
    await checkAddressReferences(this.#repositories, input);
    const place = { ...input, subnetId, ip: ip.toString() };
    const { values, custom } = readRecordWith(definitions, { fields: addressFields }, place, 'create');
    return { caller, values: Object.assign(values, { custom }) };
  }
}

const isRefusal = (outcome: Outcome<unknown>): outcome is Outcome<never> => 'error' in outcome;
