import { isUnset, readId } from '../../domain/scalar-text.js';
import type { Caller } from '../caller.js';
import { lockSections, lockSubnets } from '../inventory/row-locks.js';
import { SubnetPlacement } from '../inventory/subnet-placement.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { outcomeOf } from '../writing/request-batcher.js';
import type { BulkItem, BulkOutcome, ItemWriter } from './bulk-writes.js';

/** Writes subnets, one after the other. */
export class SubnetItems implements ItemWriter {
  readonly #repositories: Repositories;
  readonly #placement: SubnetPlacement;

  constructor(repositories: Repositories, caller: Caller, timestamp: string) {
    this.#repositories = repositories;
    this.#placement = new SubnetPlacement(repositories, caller, timestamp);
  }

  hold(items: readonly BulkItem[]): Promise<void> {
    return hold(this.#repositories, items);
  }

  async write(items: readonly BulkItem[]): Promise<BulkOutcome[]> {
    const outcomes: BulkOutcome[] = [];
    for (const item of items) outcomes.push(await outcomeOf(() => write(this.#placement, item)));
    return outcomes;
  }
}

async function write(placement: SubnetPlacement, item: BulkItem): Promise<number> {
  if (item.action === 'create') return (await placement.create(item.prefix ?? null, item.input)).id;
  if (item.action === 'change') await placement.change(item.id, item.input, item.named ?? {});
  else await placement.delete(item.id);
  return item.id;
}

/** Holds all that items are about before any is written: sections, then subnets, as everybody does. */
async function hold(repositories: Repositories, items: readonly BulkItem[]): Promise<void> {
  const [sections, subnets] = [new Set<number>(), new Set<number>()];
  const note = (ids: Set<number>, given: unknown): void => {
    const id = isUnset(given) ? undefined : readId(given);
    if (id !== undefined) ids.add(id);
  };
  for (const item of items) {
    if (item.action !== 'create') {
      const found = await repositories.subnets.find(item.id);
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
