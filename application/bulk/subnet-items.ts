import { isUnset, readId } from '../../domain/scalar-text.js';
import { NewChildren } from '../allocation/new-children.js';
import type { Caller } from '../caller.js';
import { catalogReadOnce } from '../inventory/record-input.js';
import { lockSections, lockSubnets } from '../inventory/row-locks.js';
import { SubnetPlacement } from '../inventory/subnet-placement.js';
import { eachOf } from '../listing.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { batchOf, outcomeOf } from '../writing/request-batcher.js';
import { type BulkItem, type BulkOutcome, type ItemWriter, lookWidth } from './bulk-writes.js';

/** Items that are created one after another below one master; every other item is a run of its own. */
function runsOf(items: readonly BulkItem[]): BulkItem[][] {
  const runs: BulkItem[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    const masterId = masterOfNew(item);
    if (last && masterId !== undefined && masterId === masterOfNew(last[0])) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

function masterOfNew(item: BulkItem | undefined): number | undefined {
  return item?.action !== 'create' || isUnset(item.input.masterSubnetId) ? undefined : readId(item.input.masterSubnetId);
}

/** Writes subnets in their order: those that are created one after another below one master by a few statements. */
export class SubnetItems implements ItemWriter {
  readonly #repositories: Repositories;
  readonly #caller: Caller;
  readonly #placement: SubnetPlacement;
  readonly #created: NewChildren;

  constructor(repositories: Repositories, caller: Caller, timestamp: string) {
    this.#repositories = repositories;
    this.#caller = caller;
    this.#placement = new SubnetPlacement(repositories, caller, timestamp, catalogReadOnce(repositories));
    this.#created = new NewChildren(repositories, () => timestamp);
  }

  lock(items: readonly BulkItem[]): Promise<void> {
    return lockAll(this.#repositories, items);
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
    const [item] = run;
    const masterId = masterOfNew(item);
    if (masterId === undefined) return item ? [await outcomeOf(() => write(this.#placement, item))] : [];
    const [first, ...others] = run.flatMap((each) =>
      each.action === 'create' ? [{ caller: this.#caller, input: each.input, prefix: each.prefix ?? null }] : [],
    );
    if (!first) return [];
    const created = await this.#created.createBelow(masterId, batchOf(first, ...others));
    return created.map((outcome) => ('error' in outcome ? outcome : { result: outcome.result.id }));
  }
}

async function write(placement: SubnetPlacement, item: BulkItem): Promise<number> {
  if (item.action === 'create') return (await placement.create(item.prefix ?? null, item.input)).id;
  if (item.action === 'change') await placement.change(item.id, item.input, item.named ?? {});
  else await placement.delete(item.id);
  return item.id;
}

/** Locks all that items are about before any is written: sections, then subnets, as everybody does. */
async function lockAll(repositories: Repositories, items: readonly BulkItem[]): Promise<void> {
  const [sections, subnets] = [new Set<number>(), new Set<number>()];
  const note = (ids: Set<number>, given: unknown): void => {
    const id = isUnset(given) ? undefined : readId(given);
    if (id !== undefined) ids.add(id);
  };
  const stored = await eachOf(items, lookWidth, async (item) =>
    item.action === 'create' ? undefined : repositories.subnets.find(item.id),
  );
  for (const [index, item] of items.entries()) {
    if (item.action !== 'create') {
      const found = stored[index];
      note(subnets, item.id);
      note(subnets, found?.masterSubnetId);
      if (found && found.masterSubnetId === null) note(sections, found.sectionId);
    }
    if (item.action === 'delete') continue;
    if (isUnset(item.input.masterSubnetId)) note(sections, item.input.sectionId);
    note(subnets, item.input.masterSubnetId);
  }
  await lockSections(repositories, Object.fromEntries([...sections].map((id) => [id, 'change' as const])));
  await lockSubnets(repositories, [...subnets]);
}
