import { isUnset, readId } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import { idAt } from '../../inventory/address-writes.js';
import { NewChildren } from '../../inventory/new-children.js';
import { catalogReadOnce } from '../../inventory/record-input.js';
import { lockSections, lockSubnets } from '../../inventory/row-locks.js';
import { SubnetPlacement } from '../../inventory/subnet-placement.js';
import { eachOf } from '../../listing.js';
import type { LockedSubnet } from '../../ports/inventory/subnets.js';
import type { Repositories } from '../../ports/unit-of-work.js';
import { batchOf, outcomeOf } from '../../unit-of-work/batch.js';
import { type BulkItem, type BulkOutcome, type ItemWriter, readConcurrency } from './bulk-writes.js';

function runsOf(items: readonly BulkItem[]): BulkItem[][] {
  const runs: BulkItem[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    const masterId = masterOfNew(item);
    const isLikeLast =
      item.action === 'delete' ? last?.[0]?.action === 'delete' : masterId !== undefined && masterId === masterOfNew(last?.[0]);
    if (last && isLikeLast) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

function masterOfNew(item: BulkItem | undefined): number | undefined {
  return item?.action !== 'create' || isUnset(item.input.masterSubnetId) ? undefined : readId(item.input.masterSubnetId);
}

/** Writes subnets in order. Consecutive creations or deletions below one master share statements. */
export class SubnetItems implements ItemWriter {
  readonly #repositories: Repositories;
  readonly #caller: Caller;
  readonly #placement: SubnetPlacement;
  readonly #created: NewChildren;
  #locked: ReadonlySet<number> = new Set();

  constructor(repositories: Repositories, caller: Caller, timestamp: string) {
    this.#repositories = repositories;
    this.#caller = caller;
    this.#placement = new SubnetPlacement(repositories, caller, timestamp, catalogReadOnce(repositories));
    this.#created = new NewChildren(repositories, () => timestamp);
  }

  async lock(items: readonly BulkItem[]): Promise<void> {
    this.#locked = await lockAll(this.#repositories, items);
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
    if (item?.action === 'delete') return this.#delete(run.flatMap((each) => (each.action === 'delete' ? [each.id] : [])));
    if (masterId === undefined) return item ? [await outcomeOf(() => write(this.#placement, item))] : [];
    const [first, ...rest] = run.flatMap((each) =>
      each.action === 'create' ? [{ caller: this.#caller, input: each.input, prefix: each.prefix ?? null }] : [],
    );
    if (!first) return [];
    const created = await this.#created.createBelow(masterId, batchOf(first, ...rest));
    return created.map((outcome) => ('error' in outcome ? outcome : { result: outcome.result.id }));
  }

  async #delete(ids: readonly number[]): Promise<BulkOutcome[]> {
    const found = await lockSubnets(
      this.#repositories,
      ids.filter((id) => this.#locked.has(id)),
    );
    const outcomes: BulkOutcome[] = [];
    for (const siblings of siblingsIn(ids, found, this.#locked)) {
      this.#caller.requireAwaited?.();
      outcomes.push(...(await this.#deleteSiblings(siblings)));
    }
    return outcomes;
  }

  async #deleteSiblings(ids: readonly number[]): Promise<BulkOutcome[]> {
    const left = ids.length > 1 ? await lockSubnets(this.#repositories, ids) : new Map<number, LockedSubnet>();
    const siblings = ids.flatMap((id) => left.get(id) ?? []);
    if (siblings.length === ids.length) {
      const outcomes = await this.#placement.deleteSiblings(siblings);
      return outcomes.map((outcome, index) => ('error' in outcome ? outcome : { result: idAt(ids, index) }));
    }
    const outcomes: BulkOutcome[] = []; // one of them was deleted with an earlier one
    for (const id of ids) outcomes.push(await outcomeOf(() => write(this.#placement, { action: 'delete', id })));
    return outcomes;
  }
}

function siblingsIn(
  ids: readonly number[],
  found: ReadonlyMap<number, LockedSubnet>,
  locked: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const groups: number[][] = [];
  let lastMaster: number | null | undefined;
  for (const id of ids) {
    const master = found.get(id)?.masterSubnetId;
    const last = groups.at(-1);
    const isSibling = master !== undefined && master === lastMaster && (master === null || locked.has(master));
    if (last && isSibling && !last.includes(id)) last.push(id);
    else groups.push([id]);
    lastMaster = master;
  }
  return groups;
}

async function write(placement: SubnetPlacement, item: BulkItem): Promise<number> {
  if (item.action === 'create') return (await placement.create(item.prefix ?? null, item.input)).id;
  if (item.action === 'change') await placement.change(item.id, item.input, item.expectedNetwork ?? {});
  else await placement.delete(item.id);
  return item.id;
}

/** Locks all records of the items in the global lock order: sections, then subnets. Returns the ids of the locked subnets. */
async function lockAll(repositories: Repositories, items: readonly BulkItem[]): Promise<ReadonlySet<number>> {
  const [sections, subnets] = [new Set<number>(), new Set<number>()];
  const note = (ids: Set<number>, value: unknown): void => {
    const id = isUnset(value) ? undefined : readId(value);
    if (id !== undefined) ids.add(id);
  };
  const stored = await eachOf(items, readConcurrency, async (item) =>
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
  return subnets;
}
