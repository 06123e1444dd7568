import { levels } from '../../domain/access/access-policy.js';
import { positionInput } from '../../domain/address/address.js';
import { AddressAggregate, type NewAddress } from '../../domain/address/address-aggregate.js';
import { IpamError } from '../../domain/errors.js';
import type { CustomField } from '../../domain/fields/custom-field.js';
import { type Input, readIp } from '../../domain/fields/read-fields.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import { readId } from '../../domain/scalar-text.js';
import { type Caller, permitted } from '../caller.js';
import { once } from '../once.js';
import type { Timers } from '../ports/environment.js';
import type { LockedSubnet } from '../ports/inventory.js';
import type { Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import { type Batch, type Outcome, outcomeOf } from '../unit-of-work/batch.js';
import { RequestBatcher } from '../unit-of-work/request-batcher.js';
import { mayMarkGateway } from './address-changes.js';
import { idAt, insertAddresses, lockPosition } from './address-writes.js';
import { ExpiredHolds } from './expired-holds.js';
import { catalogReadOnce, missingReferences } from './record-input.js';

/** An address that is to be created in the subnet which its input names. */
export interface AddressCreation {
  readonly caller: Caller;
  readonly input: Input;
}

/** An address that is to be stored: its place among the others, who creates it, and its values. */
interface Made {
  readonly index: number;
  readonly caller: Caller;
  readonly subnet: LockedSubnet;
  readonly values: NewAddress;
}

/** Finds a subnet that is held. */
type FindSubnet = (id: number) => LockedSubnet | undefined;

/** What every new address needs. */
interface Facts {
  readonly subnetOf: FindSubnet;
  readonly definitions: readonly CustomField[];
}

/** Creates addresses. The creations in one subnet that arrive together share a unit of work. */
export class AddressCreationBatcher extends RequestBatcher<AddressCreation, number> {
  readonly #now: () => string;

  /** @param now returns the time in the format of records */
  constructor(unitOfWork: UnitOfWork, timers: Timers | undefined, now: () => string) {
    super(unitOfWork, timers);
    this.#now = now;
  }

  protected run(repositories: Repositories, subnetId: number, batch: Batch<AddressCreation>): Promise<Outcome<number>[]> {
    return new NewAddresses(repositories, this.#now).createIn(subnetId, batch);
  }

  protected override runsAlone(creation: AddressCreation): boolean {
    return mayMarkGateway(creation);
  }
}

/** Creates addresses within one unit of work, many by a few statements for each subnet. None of them is a gateway, or it is alone. */
export class NewAddresses {
  readonly #repositories: Repositories;
  readonly #now: () => string;
  /** Reads what many need once. */
  readonly #sources;
  readonly #definitions: () => Promise<readonly CustomField[]>;

  /** @param now tells the time, as records hold times: who joined meanwhile holds from then on */
  constructor(repositories: Repositories, now: () => string) {
    this.#repositories = repositories;
    this.#now = now;
    this.#sources = {
      sections: { find: once((id: number) => repositories.sections.find(id)) },
      catalog: catalogReadOnce(repositories),
    };
    const definitions = once(() => repositories.customFields.list('addresses'));
    this.#definitions = () => definitions('addresses');
  }

  /**
   * Creates addresses of one subnet, which it holds.
   * @returns what becomes of each if the unit of work is kept: its id, or the error that it gets alone (Addresses.create)
   */
  async createIn(subnetId: number, batch: Batch<AddressCreation>): Promise<Outcome<number>[]> {
    const { ip } = positionInput(batch.first.input);
    const [place, definitions] = await Promise.all([lockPosition(this.#repositories, subnetId, ip), this.#definitions()]);
    const requests = await batch.requests();
    const subnetOf = (id: number) => (id === subnetId ? place?.subnet : undefined);
    const mayBeHeld = requests.length > 1 || place?.isTaken === true;
    const held = mayBeHeld ? await this.#usedAddresses(requests, subnetOf) : new Set<string>();
    return this.#create(requests, { subnetOf, definitions }, held);
  }

  /** Creates addresses of some subnets, which are held. @returns what becomes of each, as createIn does */
  async create(creations: readonly AddressCreation[], subnets: ReadonlyMap<number, LockedSubnet>): Promise<Outcome<number>[]> {
    const subnetOf = (id: number) => subnets.get(id);
    const held = await this.#usedAddresses(creations, subnetOf);
    return this.#create(creations, { subnetOf, definitions: await this.#definitions() }, held);
  }

  /** @param held to which the new ones are added */
  async #create(creations: readonly AddressCreation[], facts: Facts, held: Set<string>): Promise<Outcome<number>[]> {
    const outcomes: Outcome<Made>[] = [];
    for (const [index, creation] of creations.entries()) {
      const outcome = await outcomeOf(() => this.#prepare(index, creation, facts, held));
      if ('result' in outcome) held.add(addressKey(outcome.result.subnet.id, outcome.result.values.ip));
      outcomes.push(outcome);
    }
    const ids = await this.#store(outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : [])));
    return outcomes.map((outcome, index) => ('error' in outcome ? outcome : { result: idAt(ids, index) }));
  }

  /** Which of the addresses that are to be created are there already. */
  async #usedAddresses(creations: readonly AddressCreation[], subnetOf: FindSubnet): Promise<Set<string>> {
    const wanted = new Map<number, IpAddress[]>();
    for (const { input } of creations) {
      const [id, ip] = [readId(input.subnetId), readIp(input.ip)];
      if (id === undefined || !ip) continue;
      const known = wanted.get(id);
      if (known) known.push(ip);
      else wanted.set(id, [ip]);
    }
    const held = new Set<string>();
    for (const [id, ips] of wanted) for (const ip of await this.#usedAmong(id, ips, subnetOf)) held.add(addressKey(id, ip));
    return held;
  }

  /** Those of some addresses that a subnet holds, once what is held no longer is freed. */
  async #usedAmong(subnetId: number, ips: readonly IpAddress[], subnetOf: FindSubnet): Promise<readonly IpAddress[]> {
    const { addresses } = this.#repositories;
    const held = await addresses.usedAmong(subnetId, ips);
    if (held.length === 0 || !subnetOf(subnetId)) return held;
    const freed = await new ExpiredHolds(this.#repositories, this.#now()).inSubnet(subnetId);
    return freed === 0 ? held : addresses.usedAmong(subnetId, ips);
  }

  async #prepare(
    index: number,
    { caller, input }: AddressCreation,
    { subnetOf, definitions }: Facts,
    held: ReadonlySet<string>,
  ): Promise<Made> {
    const { subnetId, ip } = positionInput(input);
    const subnetUnknown = () => new IpamError('field.reference', { field: 'subnetId', id: subnetId });
    const subnet = await permitted(this.#sources, caller, subnetOf(subnetId), levels.writeAddresses, subnetUnknown);
    const isTaken = ip !== undefined && held.has(addressKey(subnetId, ip));
    const missing = await missingReferences(this.#sources, AddressAggregate.references(input));
    const values = AddressAggregate.create(subnet, input, { definitions, missing, isTaken, at: this.#now() });
    return { index, caller, subnet, values };
  }

  /** @returns the ids by the places of the addresses among the others */
  async #store(made: readonly Made[]): Promise<number[]> {
    const ids: number[] = [];
    for (const subnet of new Set(made.map((each) => each.subnet))) {
      const here = made.filter((each) => each.subnet === subnet);
      const given = await insertAddresses(this.#repositories, subnet, here, this.#now());
      for (const [place, { index }] of here.entries()) ids[index] = idAt(given, place);
    }
    return ids;
  }
}

const addressKey = (subnetId: number, ip: IpAddress): string => `${subnetId} ${ip}`;
