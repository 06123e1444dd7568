import { levels } from '../../domain/access/access-policy.js';
import type { Draw } from '../../domain/allocation/address-choice.js';
import { freePrefixesIn } from '../../domain/allocation/free-prefixes.js';
import type { End } from '../../domain/allocation/free-ranges.js';
import type { SubnetCriteria } from '../../domain/allocation/subnet-choice.js';
import { IpamError } from '../../domain/errors.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import type { Subnet } from '../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import { type Caller, permitted } from '../caller.js';
import { ExpiredHolds } from '../inventory/expired-holds.js';
import { catalogReadOnce } from '../inventory/record-input.js';
import { factsOfNewSubnets, type SharedFacts, SubnetPlacement } from '../inventory/subnet-placement.js';
import { once } from '../once.js';
import type { Clock, Timers } from '../ports/environment.js';
import type { NewValues } from '../ports/inventory.js';
import type { Observer } from '../ports/observer.js';
import type { Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import { type Batch, type Outcome, outcomeOf } from '../unit-of-work/batch.js';
import { RequestBatcher } from '../unit-of-work/request-batcher.js';
import { reportAllocations } from './allocation-report.js';
import { findSubnetByCriteria } from './free-address-search.js';

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

/** Allocates networks. Concurrent requests for one master share a unit of work. */
export class SubnetAllocationBatcher extends RequestBatcher<SubnetRequest, AllocatedSubnet> {
  readonly #now: () => string;
  readonly #draw: Draw;
  readonly #observer: Observer;

  constructor(
    unitOfWork: UnitOfWork,
    timers: Timers,
    { clock, draw }: { readonly clock: Clock; readonly draw: Draw },
    observer: Observer,
  ) {
    super(unitOfWork, timers);
    this.#now = () => formatTimestamp(clock.now());
    this.#draw = draw;
    this.#observer = observer;
  }

  protected run(repositories: Repositories, masterId: number, batch: Batch<SubnetRequest>): Promise<Outcome<AllocatedSubnet>[]> {
    return new SubnetBatch(repositories, this.#now, this.#draw).allocate(masterId, batch);
  }

  protected override committed(outcomes: readonly Outcome<AllocatedSubnet>[]): void {
    reportAllocations(this.#observer, 'subnet', outcomes);
  }
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
    const master = locked?.master;
    const outcomes: Outcome<AllocatedSubnet>[] = [];
    const catalog = catalogReadOnce(this.#repositories);
    const requests = await batch.requests();
    const timestamp = this.#now(); // a hold begins after the wait for the lock
    for (const request of requests) {
      const placement = new SubnetPlacement(this.#repositories, request.caller, timestamp, catalog);
      const made = await outcomeOf(() => this.#prepare({ id: masterId, master }, request, placement, facts));
      if ('error' in made) outcomes.push(made);
      else outcomes.push({ result: { id: await placement.insert(made.result), prefix: made.result.prefix } });
    }
    return outcomes;
  }

  async #prepare(
    { id, master }: { readonly id: number; readonly master: Subnet | undefined },
    { caller, length, end, criteria, input }: SubnetRequest,
    placement: SubnetPlacement,
    facts: SharedFacts,
  ): Promise<NewValues<Subnet> & { readonly prefix: Prefix }> {
    const whenUnknown = () => new IpamError('subnet.unknown', { id });
    const { subnets } = this.#repositories;
    const source = { sections: this.#sections, subnets };
    const above = new SubnetAggregate(await permitted(source, caller, master, levels.change, whenUnknown));
    const prefix = criteria
      ? await findSubnetByCriteria(subnets, above.networkWithSpaceFor(length), length, criteria, this.#draw)
      : freePrefixesIn(await subnets.freePrefix(above.networkWithSpaceFor(length), length, end));
    const section = await this.#sections.find(above.record.sectionId);
    const position = { prefix, master: above.record, section };
    return { ...(await placement.prepareFree(position, above.inputOfChild(input), facts)), prefix };
  }
}
