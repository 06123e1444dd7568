import type { Address } from '../../domain/address/address.js';
import type { CustomFieldOwner } from '../../domain/catalog/custom-field.js';
import type { Input } from '../../domain/catalog/read-fields.js';
import { IpamError } from '../../domain/errors.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import { type Outcome, outcomeOf } from '../allocation/request-batcher.js';
import type { Caller } from '../caller.js';
import { AddressWrites, idAt, insertAddresses, placeGiven, prepareNew, readIp } from '../inventory/address-writes.js';
import { isUnset, readId } from '../inventory/record-input.js';
import { once } from '../once.js';
import type { LockedSubnet, NewValues } from '../ports/inventory.js';
import type { Repositories } from '../ports/unit-of-work.js';
import type { BulkItem, BulkOutcome, ItemWriter } from './bulk-writes.js';

type Creation = Extract<BulkItem, { readonly action: 'create' }>;

/** Items that are created one after another; every other item is a run of its own, and so is a gateway. */
function runsOf(items: readonly BulkItem[]): BulkItem[][] {
  const runs: BulkItem[][] = [];
  const isPlain = (item: BulkItem | undefined): boolean => item?.action === 'create' && isUnset(item.input.is_gateway);
  for (const [index, item] of items.entries()) {
    const last = runs.at(-1);
    if (last && isPlain(item) && isPlain(items[index - 1])) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** An address that is to be created: its place in its run, and its values. */
interface Made {
  readonly index: number;
  readonly subnet: LockedSubnet;
  readonly values: NewValues<Address>;
}

/** Writes addresses: those that are created one after another by a few statements for each subnet. */
export class AddressItems implements ItemWriter {
  readonly #repositories: Repositories;
  readonly #caller: Caller;
  readonly #timestamp: string;
  readonly #writes: AddressWrites;
  /** Reads what many items need once. */
  readonly #sources;
  readonly #definitions;
  readonly #subnets = new Map<number, LockedSubnet>();

  constructor(repositories: Repositories, caller: Caller, timestamp: string) {
    this.#repositories = repositories;
    this.#caller = caller;
    this.#timestamp = timestamp;
    this.#writes = new AddressWrites(repositories, caller, timestamp);
    this.#sources = {
      sections: { find: once((id: number) => repositories.sections.find(id)) },
      catalog: cachedCatalog(repositories),
    };
    this.#definitions = once((owner: CustomFieldOwner) => repositories.customFields.list(owner));
  }

  /** Holds the subnets that items are about, in the order in which everybody does. */
  async hold(items: readonly BulkItem[]): Promise<void> {
    const ids = new Set<number>();
    for (const item of items) {
      if (item.action === 'create') ids.add(readId(item.input.subnetId) ?? 0);
      else ids.add((await this.#repositories.addresses.find(item.id))?.subnetId ?? 0);
    }
    ids.delete(0);
    for (const id of [...ids].sort((a, b) => a - b)) {
      const subnet = await this.#repositories.subnets.lock(id, 'change');
      if (subnet) this.#subnets.set(id, subnet);
    }
  }

  async write(items: readonly BulkItem[]): Promise<BulkOutcome[]> {
    const outcomes: BulkOutcome[] = [];
    for (const run of runsOf(items)) outcomes.push(...(await this.#writeRun(run)));
    return outcomes;
  }

  async #writeRun(run: readonly BulkItem[]): Promise<BulkOutcome[]> {
    const [first] = run;
    if (first?.action !== 'create') return first ? [await outcomeOf(() => this.#writeOne(first))] : [];
    return this.#create(run as readonly Creation[]);
  }

  async #writeOne(item: Exclude<BulkItem, Creation>): Promise<number> {
    if (item.action === 'change') await this.#writes.change(item.id, item.input);
    else {
      const whenUnknown = () => new IpamError('address.unknown', { id: item.id });
      await this.#writes.delete(({ addresses }) => addresses.find(item.id), whenUnknown, item.options);
    }
    return item.id;
  }

  async #create(run: readonly Creation[]): Promise<BulkOutcome[]> {
    const held = await this.#heldAddresses(run);
    const outcomes: (Outcome<Made> | undefined)[] = [];
    for (const [index, { input }] of run.entries()) {
      const outcome = await outcomeOf(() => this.#prepare(index, input, held));
      if ('result' in outcome) held.add(placeOf(outcome.result.subnet.id, outcome.result.values.ip));
      outcomes.push(outcome);
    }
    const made = outcomes.flatMap((outcome) => (outcome && 'result' in outcome ? [outcome.result] : []));
    const ids = await this.#store(made);
    return outcomes.map((outcome, index) =>
      outcome && 'error' in outcome
        ? outcome
        : {
            result: idAt(
              [ids.get(index)].flatMap((id) => id ?? []),
              0,
            ),
          },
    );
  }

  /** Which of the addresses that are to be created are there already. */
  async #heldAddresses(run: readonly Creation[]): Promise<Set<string>> {
    const wanted = new Map<number, IpAddress[]>();
    for (const { input } of run) {
      const [id, ip] = [readId(input.subnetId), readIp(input.ip)];
      if (id !== undefined && ip) wanted.set(id, [...(wanted.get(id) ?? []), ip]);
    }
    const held = new Set<string>();
    for (const [id, ips] of wanted)
      for (const ip of await this.#repositories.addresses.heldOf(id, ips)) held.add(placeOf(id, ip));
    return held;
  }

  async #prepare(index: number, input: Input, held: ReadonlySet<string>): Promise<Made> {
    const { subnetId, ip } = placeGiven(input);
    const isTaken = ip !== undefined && held.has(placeOf(subnetId, ip));
    const definitions = await this.#definitions('addresses');
    const found = { subnet: this.#subnets.get(subnetId), isTaken };
    return { index, ...(await prepareNew(this.#caller, input, found, { ...this.#sources, definitions })) };
  }

  /** @returns the ids by the places in the run */
  async #store(made: readonly Made[]): Promise<Map<number, number>> {
    const ids = new Map<number, number>();
    for (const subnet of new Set(made.map((each) => each.subnet))) {
      const here = made.filter((each) => each.subnet === subnet);
      const records = here.map(({ values }) => ({ caller: this.#caller, values }));
      const given = await insertAddresses(this.#repositories, subnet, records, this.#timestamp);
      for (const [place, { index }] of here.entries()) ids.set(index, idAt(given, place));
    }
    return ids;
  }
}

const placeOf = (subnetId: number, ip: IpAddress): string => `${subnetId} ${ip}`;

/** A catalogue whose records are read once each. */
function cachedCatalog({ catalog }: Pick<Repositories, 'catalog'>): Pick<Repositories['catalog'], 'find'> {
  const found = new Map<string, ReturnType<typeof catalog.find>>();
  return {
    find: (kind, id) => {
      const key = `${kind} ${id}`;
      const known = found.get(key) ?? catalog.find(kind, id);
      found.set(key, known);
      return known;
    },
  };
}
