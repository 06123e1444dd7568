import type { KindName } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import { type KindRecord, rowOf } from '../../../domain/fields/kind.js';
import type { Condition } from '../../../domain/listing/condition.js';
import { requireSelection } from '../../../domain/listing/list-limits.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import { type Caller, requireInventory } from '../../caller.js';
import { Catalog } from '../../catalog/catalog.js';
import { AddressDeletions, type Deletion } from '../../inventory/address-deletions.js';
import { unknownAddress } from '../../inventory/address-writes.js';
import { countRecords, type ListSource, selectRecords, type WorkBudget } from '../../inventory/pages.js';
import { lockSubnets } from '../../inventory/row-locks.js';
import { chunksFrom, chunksOf, mapList } from '../../listing.js';
import type { Clock } from '../../ports/environment.js';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { type Outcome, resultOf } from '../../unit-of-work/batch.js';
import { OutdatedRead, retryWhileOutdated } from '../../unit-of-work/optimistic-retry.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import { SubnetItems } from './subnet-items.js';

export interface DeletionRequest {
  readonly where: readonly Condition[];
  readonly expected: number;
  readonly budget: WorkBudget;
}

interface Deleting {
  /** Number of records per batch before yielding to the event loop. */
  readonly batchSize: number;
  source(repositories: Repositories): ListSource<KindRecord>;
  /** Locks records and their dependencies, in the global lock order. */
  lock(repositories: Repositories, records: readonly KindRecord[]): Promise<void>;
  delete(repositories: Repositories, caller: Caller, records: readonly KindRecord[]): Promise<void>;
}

/**
 * Deletes all visible records that match conditions, or none. Each record has the checks of a single deletion.
 * The caller states the expected number.
 * @throws IpamError list.conditionMissing, list.expect, list.countDiffers, permission.denied
 */
export class SelectedDeletion {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  async addresses(caller: Caller, request: DeletionRequest, options: Deletion = {}): Promise<void> {
    const { principal: viewer } = caller;
    return this.#delete(caller, request, {
      batchSize: 32,
      source: ({ addresses }) => ({
        list: (listQuery) => mapList(addresses.list({ order: 'id', viewer, listQuery }), rowOf),
        count: (listQuery) => addresses.count({ order: 'id', viewer, listQuery }),
        recordOf: (record) => record,
      }),
      lock: async (repositories, records) => {
        await lockSubnets(repositories, subnetsOf(records));
        await repositories.addresses.lockAll(records.map(({ id }) => id));
      },
      delete: async (repositories, inner, records) => {
        const subnets = await lockSubnets(repositories, subnetsOf(records));
        const deletions = records.map(({ id }) => ({ caller: inner, id, whenUnknown: () => unknownAddress(id), options }));
        const outcomes = await new AddressDeletions(repositories, () => this.#now()).delete(deletions, subnets);
        for (const outcome of outcomes) resultOf([outcome]);
      },
    });
  }

  /** Deletes matching networks or folders with all their descendants. */
  async subnets(caller: Caller, isFolder: boolean, request: DeletionRequest): Promise<void> {
    const { principal: viewer } = caller;
    const query = { isFolder, viewer, order: { by: 'id' } } as const;
    const { writeOptions: _, ...inner } = caller;
    let writer: SubnetItems | undefined;
    return this.#delete(caller, request, {
      batchSize: 64,
      source: ({ subnets }) => ({
        list: (listQuery) => mapList(subnets.list({ ...query, listQuery }), ({ subnet }) => rowOf(subnet)),
        count: (listQuery) => subnets.count({ ...query, listQuery }),
        recordOf: (record) => record,
      }),
      lock: async (repositories, records) => {
        writer = new SubnetItems(repositories, inner, this.#now());
        await writer.lock(deletionsOf(records));
      },
      delete: async (_repositories, _inner, records) => {
        for (const outcome of (await writer?.write(deletionsOf(records))) ?? []) if (!isGone(outcome)) resultOf([outcome]);
      },
    });
  }

  /** @throws IpamError also kind.inUse */
  async records(caller: Caller, kind: KindName, request: DeletionRequest): Promise<void> {
    requireInventory(caller, kind);
    return this.#delete(caller, request, {
      batchSize: 1,
      source: ({ catalog }) => ({
        list: (listQuery) => catalog.select(kind, {}, listQuery),
        count: (listQuery) => catalog.count(kind, {}, listQuery),
        recordOf: (record) => record,
      }),
      lock: async ({ catalog }, records) => {
        for (const { id } of records.toSorted((one, other) => one.id - other.id)) await catalog.lock(kind, id);
      },
      delete: async (repositories, inner, records) => {
        const catalog = new Catalog(repositories, within(repositories), this.#clock);
        for (const { id } of records) await catalog.delete(inner, kind, id);
      },
    });
  }

  #now(): string {
    return formatTimestamp(this.#clock.now());
  }

  async #delete(caller: Caller, { where, expected, budget }: DeletionRequest, deleting: Deleting): Promise<void> {
    requireSelection({ where, expected });
    const { writeOptions: _, ...inner } = caller;
    return retryWhileOutdated(() =>
      runFor(this.#unitOfWork, caller, async (repositories) => {
        const source = deleting.source(repositories);
        const find = () => matchingRecords(source, where, expected, budget);
        const found = await find();
        await deleting.lock(repositories, found);
        const locked = await find();
        if (positionsOf(locked) !== positionsOf(found)) throw new OutdatedRead();
        for (const few of chunksOf(locked, deleting.batchSize)) {
          caller.requireAwaited?.();
          await deleting.delete(repositories, inner, few);
          await budget.rest();
        }
      }),
    );
  }
}

const deletionsOf = (records: readonly KindRecord[]) => records.map(({ id }) => ({ action: 'delete', id }) as const);

/** Whether a subnet was deleted with an earlier one. */
const isGone = (outcome: Outcome<number>): boolean => 'error' in outcome && IpamError.is(outcome.error, 'subnet.unknown');

async function matchingRecords(
  source: ListSource<KindRecord>,
  where: readonly Condition[],
  expected: number,
  budget: WorkBudget,
): Promise<readonly KindRecord[]> {
  const query = { where, sort: [] };
  const found: KindRecord[] = [];
  for await (const chunk of chunksFrom(selectRecords(source, query, budget))) {
    found.push(...chunk);
    if (found.length > expected) break;
  }
  if (found.length === expected) return found;
  throw new IpamError('list.countDiffers', { expected, found: await countRecords(source, query, budget) });
}

const within = (repositories: Repositories): UnitOfWork => ({ run: (work) => work(repositories) });

/** Ids and positions of records as text. If the text differs after locking, other records must be locked. */
const positionsOf = (records: readonly KindRecord[]): string =>
  records.map(({ id, values: { subnetId, masterSubnetId } }) => `${id} ${subnetId ?? masterSubnetId ?? ''}`).join();

const subnetsOf = (records: readonly KindRecord[]): number[] => records.map(({ values }) => Number(values.subnetId));
