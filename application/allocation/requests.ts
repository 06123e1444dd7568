import { levelOnRequests, levels, requireLevel } from '../../domain/access/access-policy.js';
import {
  accepted,
  checkRequestedSpace,
  type Decision,
  expired,
  heldBy,
  refused,
  requireOpen,
  type SpaceRequest,
  spaceRequest,
  type Transition,
  withdrawn,
} from '../../domain/allocation/space-request.js';
import { request as requestKind } from '../../domain/catalog/kind-descriptors.js';
import { IpamError } from '../../domain/errors.js';
import { holdField, holdFrom } from '../../domain/fields/hold.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import { type Input, readField } from '../../domain/fields/read-fields.js';
import { readRecordInput } from '../../domain/fields/record-input.js';
import { byId } from '../../domain/listing/list-field.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { type Caller, levelOn, requestExpiryCaller, unknownSubnet } from '../caller.js';
import { KindWrites } from '../catalog/kind-writes.js';
import { type LockedRequest, levelOnRequest, lockOwn, lockRequest, lockToDecide, nameIn } from '../catalog/request-writes.js';
import { releaseHeld } from '../inventory/expired-holds.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Clock, RandomSource, Timers } from '../ports/environment.js';
import type { Readers, Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import { retryWhileOutdated } from '../unit-of-work/optimistic-retry.js';
import type { ReadersFor } from '../unit-of-work/read-router.js';
import { runFor } from '../unit-of-work/units-of-work.js';
import { type AllocationSurroundings, type GrantedRecord, SpaceAllocation } from './space-allocation.js';

export type { GrantedRecord };

/** Maximum number of requests that one sweep expires. */
const maxExpiredAtOnce = 256;

type Lock = (repositories: Repositories, caller: Caller, id: number) => Promise<LockedRequest>;

interface Deciding extends LockedRequest {
  readonly repositories: Repositories;
  readonly caller: Caller;
  readonly at: string;
}

/**
 * Decisions on requests. A request that does not exist or is hidden causes kind.unknown.
 * The locks of subnet and request serialize decisions. A decision on a closed request causes spaceRequest.closed.
 */
export class Requests {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #readersFor: ReadersFor;
  readonly #surroundings: AllocationSurroundings;

  constructor(
    readers: Readers,
    unitOfWork: UnitOfWork,
    clock: Clock,
    timers: Timers,
    random: RandomSource,
    readersFor: ReadersFor = () => readers,
  ) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#readersFor = readersFor;
    const yieldToEventLoop = () => new Promise<void>((resolve) => void timers.after(0, resolve));
    this.#surroundings = { clock, draw: (limit) => random.below(limit), yieldToEventLoop };
  }

  async read(caller: Caller, id: number): Promise<KindRecord> {
    const readers = this.#readersFor(caller);
    const row = await readers.catalog.find('request', id);
    if (!row) throw new IpamError('kind.unknown', { kind: 'request', id });
    const request = spaceRequest(row);
    await levelOnRequest(readers, caller, request, await readers.subnets.find(request.subnetId));
    return row;
  }

  /** Requires a subnet in which the caller may request space. @throws IpamError subnet.unknown */
  async requireSubnet(caller: Caller, id: number): Promise<void> {
    const readers = this.#readersFor(caller);
    const subnet = await readers.subnets.find(id);
    const level = subnet ? await levelOn(readers, caller, subnet, levelOnRequests) : 0;
    requireLevel(level, levels.see, unknownSubnet(id));
  }

  /** The newest history entries, newest first. */
  async changes(caller: Caller, id: number, max: number): Promise<ChangeEntry[]> {
    await this.read(caller, id);
    return this.#readersFor(caller).changeLog.list('request', id, max);
  }

  /**
   * Allocates the space of a request with the rights of the caller and closes the request.
   * @param input changes of the request, such as another address, and `adminComment`
   * @throws IpamError permission.denied, spaceRequest.taken, spaceRequest.subnetFixed, field.*, and those of the allocation
   */
  accept(caller: Caller, id: number, input: Input = {}): Promise<readonly GrantedRecord[]> {
    return this.#run(caller, id, lockToDecide, async (deciding) => {
      const { repositories, subnet, request, at } = deciding;
      requireOpen(request, at);
      const { adminComment, others: changes } = splitComment(input);
      const values = changesIn(request, changes);
      const requested: SpaceRequest = { ...request, ...values };
      checkRequestedSpace(subnet, requested);
      const granted = await new SpaceAllocation(repositories, caller, this.#surroundings).grant(subnet, request, requested);
      const decision = { ...decisionOf(caller, at), ...adminComment };
      const texts = granted.map(({ text }) => text);
      await store(deciding, { ...values, ...accepted(request, decision, texts) });
      return granted;
    });
  }

  /** @param input `adminComment`: the reason @throws IpamError permission.denied, field.* */
  refuse(caller: Caller, id: number, input: Input = {}): Promise<void> {
    return this.#run(caller, id, lockToDecide, async (deciding) => {
      const { adminComment, others: requestInput } = splitComment(input);
      refuseOthers(requestInput);
      await close(deciding, refused(deciding.request, { ...decisionOf(caller, deciding.at), ...adminComment }));
    });
  }

  /** Withdraws a request of the caller, or one in a subnet that the caller may change. @throws IpamError permission.denied */
  withdraw(caller: Caller, id: number): Promise<void> {
    return this.#run(caller, id, lockOwn, (deciding) =>
      close(deciding, withdrawn(deciding.request, decisionOf(caller, deciding.at))),
    );
  }

  /**
   * Holds the space of an open request until the decision. An earlier hold is replaced.
   * @param input `hold`: seconds; 0 frees the space
   * @throws IpamError those of accept
   */
  hold(caller: Caller, id: number, input: Input): Promise<readonly GrantedRecord[]> {
    return this.#run(caller, id, lockToDecide, async (deciding) => {
      const { repositories, subnet, request, at } = deciding;
      const { hold: holdInput, ...others } = input;
      refuseOthers(others);
      const hold = readField('hold', holdField, holdInput ?? null);
      if (hold === null) throw new IpamError('field.required', { field: 'hold' });
      requireOpen(request, at);
      await releaseHeld(repositories, request, at);
      const allocation = new SpaceAllocation(repositories, caller, this.#surroundings);
      const granted = hold === 0 ? [] : await allocation.allocate(subnet, request, hold);
      const space = { ids: granted.map((each) => each.id), results: granted.map(({ text }) => text) };
      await store(deciding, heldBy(request, { ...space, until: holdFrom(at, hold).heldUntil }, at));
      return granted;
    });
  }

  /** Closes overdue open requests. @returns their number */
  async sweep(): Promise<number> {
    const until = { name: 'until', definition: requestKind.fields.until, of: 'field' } as const;
    const overdue = this.#readers.catalog.select(
      'request',
      { state: 'open' },
      {
        where: [{ field: until, is: 'lte', value: this.#now }],
        sort: [{ field: byId, descending: false }],
        max: maxExpiredAtOnce,
      },
    );
    const ids: number[] = [];
    for await (const { id } of overdue) if (ids.push(id) === maxExpiredAtOnce) break;
    let closed = 0;
    for (const id of ids) if (await this.#expire(id)) closed++;
    return closed;
  }

  async #expire(id: number): Promise<boolean> {
    try {
      return await this.#run(requestExpiryCaller, id, lockRequest, async (deciding) => {
        const transition = expired(deciding.request, decisionOf(requestExpiryCaller, deciding.at));
        if (transition) await close(deciding, transition);
        return transition !== undefined;
      });
    } catch (error) {
      if (IpamError.is(error, 'kind.unknown')) return false; // deleted concurrently
      throw error;
    }
  }

  #run<T>(caller: Caller, id: number, lock: Lock, work: (deciding: Deciding) => Promise<T>): Promise<T> {
    return retryWhileOutdated(() =>
      runFor(this.#unitOfWork, caller, async (repositories) => {
        const locked = await lock(repositories, caller, id);
        return work({ ...locked, repositories, caller, at: this.#now });
      }),
    );
  }

  get #now(): string {
    return formatTimestamp(this.#surroundings.clock.now());
  }
}

const decisionOf = (caller: Caller, at: string): Decision => ({ by: nameIn(caller), at });

async function close(deciding: Deciding, transition: Transition): Promise<void> {
  await releaseHeld(deciding.repositories, deciding.request, deciding.at);
  await store(deciding, transition);
}

const store = ({ repositories, caller, row, at }: Deciding, changes: Partial<SpaceRequest>): Promise<void> => {
  const { custom: _, id: __, ...values } = changes;
  return new KindWrites('request', { repositories, caller, at }).update(row, { values, custom: {} });
};

function splitComment({ adminComment: text, ...others }: Input): { adminComment: Pick<Decision, 'adminComment'>; others: Input } {
  if (text === undefined) return { adminComment: {}, others };
  return { adminComment: { adminComment: readField('adminComment', requestKind.fields.adminComment, text) }, others };
}

function changesIn({ subnetId }: SpaceRequest, input: Input): Partial<SpaceRequest> {
  if (Object.keys(input).length === 0) return {};
  const { values } = readRecordInput([], { fields: requestKind.fields }, input, 'change');
  if (values.subnetId !== undefined && values.subnetId !== subnetId) throw new IpamError('spaceRequest.subnetFixed');
  return values;
}

function refuseOthers(input: Input): void {
  const [field] = Object.keys(input);
  if (field !== undefined) throw new IpamError('field.unknown', { field });
}
