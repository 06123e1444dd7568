import { levels } from '../../domain/access/access-policy.js';
import { positionInput } from '../../domain/address/address.js';
import { AddressAggregate, type NewAddress } from '../../domain/address/address-aggregate.js';
import { IpamError } from '../../domain/errors.js';
import type { CustomField } from '../../domain/fields/custom-field.js';
import { type Input, readIp } from '../../domain/fields/read-fields.js';
import { append } from '../../domain/grouping.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import { readId } from '../../domain/scalar-text.js';
import { type Caller, permitted } from '../caller.js';
import { levelsReadOnce, once } from '../once.js';
import type { LockedSubnet } from '../ports/inventory/subnets.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { type Batch, type Outcome, outcomeOf } from '../unit-of-work/batch.js';
import { idAt, insertAddresses, lockPosition } from './address-writes.js';
import { ExpiredHolds } from './expired-holds.js';
import { catalogReadOnce, missingReferences } from './record-input.js';

export interface AddressCreation {
  readonly caller: Caller;
  readonly input: Input;
}

interface Made {
  readonly index: number;
  readonly caller: Caller;
  readonly subnet: LockedSubnet;
  readonly values: NewAddress;
}

type FindSubnet = (id: number) => LockedSubnet | undefined;

interface Facts {
  readonly subnetOf: FindSubnet;
  readonly definitions: readonly CustomField[];
}

export class NewAddresses {
  readonly #repositories: Repositories;
  readonly #now: () => string;
  readonly #sources;
  readonly #definitions: () => Promise<readonly CustomField[]>;

  constructor(repositories: Repositories, now: () => string) {
    this.#repositories = repositories;
    this.#now = now;
    this.#sources = { ...levelsReadOnce(repositories), catalog: catalogReadOnce(repositories) };
    const definitions = once(() => repositories.customFields.list('addresses'));
    this.#definitions = () => definitions('addresses');
  }

  async createIn(subnetId: number, batch: Batch<AddressCreation>): Promise<Outcome<number>[]> {
    const { ip } = positionInput(batch.first.input);
    const [position, definitions] = await Promise.all([lockPosition(this.#repositories, subnetId, ip), this.#definitions()]);
    const requests = await batch.requests();
    const subnetOf = (id: number) => (id === subnetId ? position?.subnet : undefined);
    const mayBeHeld = requests.length > 1 || position?.isTaken === true;
    const used = mayBeHeld ? await this.#usedAddresses(requests, subnetOf) : new Set<string>();
    return this.#create(requests, { subnetOf, definitions }, used);
  }

  /** Creates addresses. Their subnets must be locked. */
  async create(creations: readonly AddressCreation[], subnets: ReadonlyMap<number, LockedSubnet>): Promise<Outcome<number>[]> {
    const subnetOf = (id: number) => subnets.get(id);
    const used = await this.#usedAddresses(creations, subnetOf);
    return this.#create(creations, { subnetOf, definitions: await this.#definitions() }, used);
  }

  /** @param used used addresses; the new ones are added */
  async #create(creations: readonly AddressCreation[], facts: Facts, used: Set<string>): Promise<Outcome<number>[]> {
    const outcomes: Outcome<Made>[] = [];
    for (const [index, creation] of creations.entries()) {
      const outcome = await outcomeOf(() => this.#prepare(index, creation, facts, used));
      if ('result' in outcome) used.add(addressKey(outcome.result.subnet.id, outcome.result.values.ip));
      outcomes.push(outcome);
    }
    const ids = await this.#store(outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : [])));
    return outcomes.map((outcome, index) => ('error' in outcome ? outcome : { result: idAt(ids, index) }));
  }

  async #usedAddresses(creations: readonly AddressCreation[], subnetOf: FindSubnet): Promise<Set<string>> {
    const requested = new Map<number, IpAddress[]>();
    for (const { input } of creations) {
      const [id, ip] = [readId(input.subnetId), readIp(input.ip)];
      if (id !== undefined && ip) append(requested, id, ip);
    }
    const used = new Set<string>();
    for (const [id, ips] of requested) for (const ip of await this.#usedAmong(id, ips, subnetOf)) used.add(addressKey(id, ip));
    return used;
  }

  /** Frees expired holds first. */
  async #usedAmong(subnetId: number, ips: readonly IpAddress[], subnetOf: FindSubnet): Promise<readonly IpAddress[]> {
    const { addresses } = this.#repositories;
    const used = await addresses.usedAmong(subnetId, ips);
    if (used.length === 0 || !subnetOf(subnetId)) return used;
    const freed = await new ExpiredHolds(this.#repositories, this.#now()).inSubnet(subnetId);
    return freed === 0 ? used : addresses.usedAmong(subnetId, ips);
  }

  async #prepare(
    index: number,
    { caller, input }: AddressCreation,
    { subnetOf, definitions }: Facts,
    used: ReadonlySet<string>,
  ): Promise<Made> {
    const { subnetId, ip } = positionInput(input);
    const subnetUnknown = () => new IpamError('field.reference', { field: 'subnetId', id: subnetId });
    const subnet = await permitted(this.#sources, caller, subnetOf(subnetId), levels.writeAddresses, subnetUnknown);
    const isTaken = ip !== undefined && used.has(addressKey(subnetId, ip));
    const missing = await missingReferences(this.#sources, AddressAggregate.references(input));
    const values = AddressAggregate.create(subnet, input, { definitions, missing, isTaken, at: this.#now() });
    return { index, caller, subnet, values };
  }

  async #store(made: readonly Made[]): Promise<number[]> {
    const ids: number[] = [];
    for (const subnet of new Set(made.map((each) => each.subnet))) {
      const here = made.filter((each) => each.subnet === subnet);
      const stored = await insertAddresses(this.#repositories, subnet, here, this.#now());
      for (const [position, { index }] of here.entries()) ids[index] = idAt(stored, position);
    }
    return ids;
  }
}

const addressKey = (subnetId: number, ip: IpAddress): string => `${subnetId} ${ip}`;
