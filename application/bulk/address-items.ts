import { IpamError } from '../../domain/errors.js';
import { isUnset, readId } from '../../domain/scalar-text.js';
import { NewAddresses } from '../allocation/new-addresses.js';
import type { Caller } from '../caller.js';
import { AddressWrites } from '../inventory/address-writes.js';
import type { LockedSubnet } from '../ports/inventory.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { outcomeOf } from '../writing/request-batcher.js';
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

/** Writes addresses: those that are created one after another by a few statements for each subnet. */
export class AddressItems implements ItemWriter {
  readonly #repositories: Repositories;
  readonly #caller: Caller;
  readonly #writes: AddressWrites;
  readonly #created: NewAddresses;
  readonly #subnets = new Map<number, LockedSubnet>();

  constructor(repositories: Repositories, caller: Caller, timestamp: string) {
    this.#repositories = repositories;
    this.#caller = caller;
    this.#writes = new AddressWrites(repositories, caller, timestamp);
    this.#created = new NewAddresses(repositories, () => timestamp, { looksUpReferences: true });
  }

  /** Locks the subnets that items are about and that it has not locked yet, in the order in which everybody does. */
  async lock(items: readonly BulkItem[]): Promise<void> {
    const ids = new Set<number>();
    for (const item of items) {
      if (item.action === 'create') ids.add(readId(item.input.subnetId) ?? 0);
      else ids.add((await this.#repositories.addresses.find(item.id))?.subnetId ?? 0);
    }
    ids.delete(0);
    for (const id of [...ids].sort((a, b) => a - b)) {
      if (this.#subnets.has(id)) continue;
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
    const creations = run.flatMap((item) => (item.action === 'create' ? [{ caller: this.#caller, input: item.input }] : []));
    return this.#created.create(creations, this.#subnets);
  }

  async #writeOne(item: Exclude<BulkItem, Creation>): Promise<number> {
    if (item.action === 'change') await this.#writes.change(item.id, item.input);
    else {
      const whenUnknown = () => new IpamError('address.unknown', { id: item.id });
      await this.#writes.delete(({ addresses }) => addresses.find(item.id), whenUnknown, item.options);
    }
    return item.id;
  }
}
