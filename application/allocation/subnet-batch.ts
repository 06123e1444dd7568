import { levels } from '../../domain/access/access-policy.js';
import type { Draw } from '../../domain/allocation/address-choice.js';
import { freePrefixesIn, prefixWithin } from '../../domain/allocation/free-prefixes.js';
import { ascending, type End, type Gap, withoutRange } from '../../domain/allocation/free-ranges.js';
import type { SubnetCriteria } from '../../domain/allocation/subnet-choice.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { Prefix } from '../../domain/net/prefix.js';
import type { Network, Subnet } from '../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import { type Caller, permitted, unknownSubnet } from '../caller.js';
import { idAt } from '../inventory/address-writes.js';
import { ExpiredHolds } from '../inventory/expired-holds.js';
import { insertChildren, type NewChild } from '../inventory/new-children.js';
import { catalogReadOnce } from '../inventory/record-input.js';
import { factsOfNewSubnets, type SharedFacts, SubnetPlacement } from '../inventory/subnet-placement.js';
import { once } from '../once.js';
import type { NewValues } from '../ports/inventory/records.js';
import type { FreeSpaceOwner, LockedSubnet, SubnetReader } from '../ports/inventory/subnets.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { type Batch, type Outcome, outcomeOf } from '../unit-of-work/batch.js';
import { findSubnetByCriteria } from './free-address-search.js';

interface SearchedNetworks {
  readonly length: number;
  readonly end: End;
  /** Maximum number of networks. */
  readonly count: number;
}

/** Free networks of one length at one end of a subnet, read by one query for all requests of a unit of work. */
export class FreeNetworks {
  readonly #network: Prefix;
  readonly #searched: SearchedNetworks;
  /** In the order of the search. */
  #gaps: readonly Gap[];

  private constructor(network: Prefix, searched: SearchedNetworks, gaps: readonly Gap[]) {
    this.#network = network;
    this.#searched = searched;
    this.#gaps = this.#inOrder(gaps);
  }

  /** @throws IpamError storage.unsupported */
  static async read(subnets: Pick<SubnetReader, 'freeBlocks'>, owner: FreeSpaceOwner, searched: SearchedNetworks) {
    const { first, last } = owner.prefix;
    const { length, end, count } = searched;
    const gaps = await subnets.freeBlocks(owner, { range: { first, last }, length, end, perSize: count });
    return new FreeNetworks(owner.prefix, searched, gaps);
  }

  /** The next free network. It remains the next one until `take` excludes it. @throws IpamError allocation.noSubnet */
  find(): Prefix {
    const { length, end } = this.#searched;
    for (const gap of this.#gaps) {
      const prefix = prefixWithin(this.#network, gap, length, end);
      if (prefix) return prefix;
    }
    return freePrefixesIn(undefined);
  }

  take(prefix: Prefix): void {
    this.#gaps = this.#inOrder(withoutRange(this.#gaps, prefix));
  }

  #inOrder(gaps: readonly Gap[]): readonly Gap[] {
    return this.#searched.end === 'first' ? ascending(gaps) : ascending(gaps).toReversed();
  }
}

export interface SubnetRequest {
  readonly caller: Caller;
  readonly length: number;
  readonly end: End;
  /** Default: the free network at `end`. */
  readonly criteria?: SubnetCriteria | undefined;
  /** Further fields. The position is ignored. */
  readonly input: Input;
}

export interface AllocatedSubnet {
  readonly id: number;
  readonly prefix: Prefix;
}

type NewNetwork = NewValues<Subnet> & { readonly prefix: Prefix };

/** Facts for all requests of a batch. */
interface Common {
  readonly masterId: number;
  readonly master: LockedSubnet | undefined;
  readonly facts: SharedFacts;
  readonly catalog: Pick<Repositories['catalog'], 'find'>;
  readonly timestamp: string;
}

/** Several requests for the next free network of one length. */
type Alike = readonly [SubnetRequest, ...SubnetRequest[]];

function areAlike(requests: readonly SubnetRequest[]): requests is Alike {
  const [first, ...others] = requests;
  const isAlike = ({ length, end, criteria }: SubnetRequest): boolean =>
    length === first?.length && end === first.end && criteria === undefined;
  return first?.criteria === undefined && others.length > 0 && others.every(isAlike);
}

export class SubnetBatch {
  readonly #repositories: Repositories;
  readonly #now: () => string;
  readonly #draw: Draw;
  readonly #sections: Pick<Repositories['sections'], 'find'>;

  /** @param now current time in the format of records */
  constructor(repositories: Repositories, now: () => string, draw: Draw) {
    this.#repositories = repositories;
    this.#draw = draw;
    this.#now = now;
    this.#sections = { find: once((id: number) => repositories.sections.find(id)) };
  }

  /** @returns the outcome of each request if the unit of work commits; a failed request has its own error and stores nothing */
  async allocate(masterId: number, batch: Batch<SubnetRequest>): Promise<Outcome<AllocatedSubnet>[]> {
    const begun = this.#now();
    const [locked, facts] = await Promise.all([
      this.#repositories.subnets.lockForAllocation(masterId, begun),
      factsOfNewSubnets(this.#repositories),
    ]);
    if (locked?.hasExpiredBelow) await new ExpiredHolds(this.#repositories, begun).below(masterId);
    const catalog = catalogReadOnce(this.#repositories);
    const requests = await batch.requests();
    const timestamp = this.#now(); // a hold begins after the wait for the lock
    const common = { masterId, master: locked?.master, facts, catalog, timestamp };
    const free = common.master && areAlike(requests) ? await this.#read(common.master, requests) : undefined;
    return free ? this.#allocateTogether(common, requests, free) : this.#allocateInTurn(common, requests);
  }

  async #allocateInTurn(common: Common, requests: readonly SubnetRequest[]): Promise<Outcome<AllocatedSubnet>[]> {
    const outcomes: Outcome<AllocatedSubnet>[] = [];
    for (const request of requests) {
      const placement = this.#placement(common, request);
      const made = await outcomeOf(() => this.#prepare(common, request, placement, (network) => this.#choose(network, request)));
      if ('error' in made) outcomes.push(made);
      else outcomes.push({ result: { id: await placement.insert(made.result), prefix: made.result.prefix } });
    }
    return outcomes;
  }

  /** @returns undefined for a length that does not fit, or a storage that does not support the query */
  async #read(master: LockedSubnet, [{ length, end }, ...others]: Alike): Promise<FreeNetworks | undefined> {
    const { subnets } = this.#repositories;
    const found = await outcomeOf(async () => {
      const owner = new SubnetAggregate(master).networkWithSpaceFor(length);
      return FreeNetworks.read(subnets, owner, { length, end, count: others.length + 1 });
    });
    return 'error' in found ? undefined : found.result;
  }

  /** Inserts all networks at once. */
  async #allocateTogether(
    common: Common,
    requests: readonly SubnetRequest[],
    free: FreeNetworks,
  ): Promise<Outcome<AllocatedSubnet>[]> {
    const prepared: Outcome<NewNetwork>[] = [];
    const children: NewChild[] = [];
    for (const request of requests) {
      const placement = this.#placement(common, request);
      const made = await outcomeOf(() => this.#prepare(common, request, placement, async () => free.find()));
      prepared.push(made);
      if ('error' in made) continue;
      free.take(made.result.prefix);
      children.push({ caller: request.caller, values: made.result });
    }
    const { master, timestamp } = common;
    const ids = master && children.length > 0 ? await insertChildren(this.#repositories, master, children, timestamp) : [];
    let stored = 0;
    return prepared.map((made) => ('error' in made ? made : { result: { id: idAt(ids, stored++), prefix: made.result.prefix } }));
  }

  #placement({ timestamp, catalog }: Common, { caller }: SubnetRequest): SubnetPlacement {
    return new SubnetPlacement(this.#repositories, caller, timestamp, catalog);
  }

  async #choose(network: Network, { length, end, criteria }: SubnetRequest): Promise<Prefix> {
    const { subnets } = this.#repositories;
    if (criteria) return findSubnetByCriteria(subnets, network, length, criteria, this.#draw);
    return freePrefixesIn(await subnets.freePrefix(network, length, end));
  }

  async #prepare(
    { masterId: id, master, facts }: Common,
    { caller, length, input }: SubnetRequest,
    placement: SubnetPlacement,
    choose: (network: Network) => Promise<Prefix>,
  ): Promise<NewNetwork> {
    const source = { sections: this.#sections, subnets: this.#repositories.subnets };
    const above = new SubnetAggregate(await permitted(source, caller, master, levels.change, unknownSubnet(id)));
    const prefix = await choose(above.networkWithSpaceFor(length));
    const section = await this.#sections.find(above.record.sectionId);
    const position = { prefix, master: above.record, section };
    return { ...(await placement.prepareFree(position, above.inputOfChild(input), facts)), prefix };
  }
}
