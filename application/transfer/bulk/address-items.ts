import { readId } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import { AddressChanges, maySetGateway } from '../../inventory/address-changes.js';
import { AddressDeletions } from '../../inventory/address-deletions.js';
import { idAt, unknownAddress } from '../../inventory/address-writes.js';
import { NewAddresses } from '../../inventory/new-addresses.js';
import { eachOf } from '../../listing.js';
import type { LockedSubnet } from '../../ports/inventory/subnets.js';
import type { Repositories } from '../../ports/unit-of-work.js';
import type { Outcome } from '../../unit-of-work/batch.js';
import { type BulkItem, type BulkOutcome, type ItemWriter, readConcurrency } from './bulk-writes.js';

type ItemTo<A extends BulkItem['action']> = Extract<BulkItem, { readonly action: A }>;

/** Groups consecutive items of the same action. Items that may set the gateway flag are separate. */
function runsOf(items: readonly BulkItem[]): BulkItem[][] {
  const runs: BulkItem[][] = [];
  for (const [index, item] of items.entries()) {
    const last = runs.at(-1);
    if (last && isShared(item) && isShared(items[index - 1]) && last[0]?.action === item.action) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

const isShared = (item: BulkItem | undefined): boolean =>
  item?.action === 'delete' || (item !== undefined && !maySetGateway(item.input));

export class AddressItems implements ItemWriter {
  readonly #repositories: Repositories;
  readonly #caller: Caller;
  readonly #changes: AddressChanges;
  readonly #created: NewAddresses;
  readonly #deletions: AddressDeletions;
  readonly #subnets = new Map<number, LockedSubnet>();

  constructor(repositories: Repositories, caller: Caller, timestamp: string) {
    this.#repositories = repositories;
    this.#caller = caller;
    this.#changes = new AddressChanges(repositories, () => timestamp);
    this.#created = new NewAddresses(repositories, () => timestamp);
    this.#deletions = new AddressDeletions(repositories, () => timestamp);
  }

  async lock(items: readonly BulkItem[]): Promise<void> {
    const subnetIdOf = async (item: BulkItem): Promise<number | undefined> =>
      item.action === 'create' ? readId(item.input.subnetId) : (await this.#repositories.addresses.find(item.id))?.subnetId;
    const ids = new Set((await eachOf(items, readConcurrency, subnetIdOf)).filter((id) => id !== undefined));
    for (const id of [...ids].sort((a, b) => a - b)) {
      if (this.#subnets.has(id)) continue;
      const subnet = await this.#repositories.subnets.lock(id, 'change');
      if (subnet) this.#subnets.set(id, subnet);
    }
  }

  async write(items: readonly BulkItem[]): Promise<BulkOutcome[]> {
    const outcomes: BulkOutcome[] = [];
    for (const run of runsOf(items)) {
      this.#caller.requireAwaited?.();
      outcomes.push(...(await this.#writeRun(run)));
    }
    return outcomes;
  }

  async #writeRun(run: readonly BulkItem[]): Promise<BulkOutcome[]> {
    const [first] = run;
    if (first?.action === 'change') return this.#change(run.filter((item) => item.action === 'change'));
    if (first?.action === 'delete') return this.#delete(run.filter((item) => item.action === 'delete'));
    const creations = run.flatMap((item) => (item.action === 'create' ? [{ caller: this.#caller, input: item.input }] : []));
    return this.#created.create(creations, this.#subnets);
  }

  async #change(items: readonly ItemTo<'change'>[]): Promise<BulkOutcome[]> {
    const changes = items.map(({ id, input }) => ({ caller: this.#caller, id, input }));
    return outcomesOf(items, await this.#changes.changeAll(changes));
  }

  async #delete(items: readonly ItemTo<'delete'>[]): Promise<BulkOutcome[]> {
    const caller = this.#caller;
    const deletions = items.map(({ id, options = {} }) => ({ caller, id, whenUnknown: () => unknownAddress(id), options }));
    return outcomesOf(items, await this.#deletions.delete(deletions, this.#subnets));
  }
}

function outcomesOf(items: readonly { readonly id: number }[], outcomes: readonly Outcome<void>[]): BulkOutcome[] {
  const ids = items.map(({ id }) => id);
  return outcomes.map((outcome, index) => ('error' in outcome ? outcome : { result: idAt(ids, index) }));
}
