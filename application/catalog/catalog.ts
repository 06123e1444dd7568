import type { Principal } from '../../domain/access/access-policy.js';
import { inputWithoutUnread, maySeeSecrets } from '../../domain/access/secrets.js';
import { isOpenKind, type KindName, kindOf } from '../../domain/catalog/kinds.js';
import { IpamError } from '../../domain/errors.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { StoredQuery } from '../../domain/listing/list-query.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { type Caller, requireInventory } from '../caller.js';
import type { Clock } from '../ports/environment.js';
import type { CustomCondition, KindQuery } from '../ports/inventory/records.js';
import type { Readers, UnitOfWork } from '../ports/unit-of-work.js';
import { retryWhileOutdated } from '../unit-of-work/optimistic-retry.js';
import { runFor } from '../unit-of-work/units-of-work.js';
import { DeviceWrites, RackWrites } from './devices.js';
import { KindWrites, type WriteContext } from './kind-writes.js';
import { NatRuleWrites } from './nat-rules.js';
import { RangeWrites } from './ranges.js';
import { RequestWrites } from './request-writes.js';
import { L2DomainWrites, VlanWrites } from './vlans.js';
import { VrfWrites } from './vrfs.js';

export class Catalog {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** Records by id, filtered by field values and a custom field. */
  list(kind: KindName, where: KindQuery = {}, custom?: CustomCondition, viewer?: Principal): AsyncIterable<KindRecord> {
    return this.#readers.catalog.list(kind, where, custom, viewer);
  }

  /**
   * Records by field values and a list query, in the order of the query.
   * @param viewer for kinds within subnets: only records visible to this principal
   */
  select(kind: KindName, where: KindQuery, listQuery: StoredQuery, viewer?: Principal): AsyncIterable<KindRecord> {
    return this.#readers.catalog.select(kind, where, listQuery, viewer);
  }

  /** @param viewer as in select */
  async count(kind: KindName, where: KindQuery, listQuery: StoredQuery, viewer?: Principal): Promise<number> {
    return this.#readers.catalog.count(kind, where, listQuery, viewer);
  }

  /** @throws IpamError kind.unknown */
  async read(kind: KindName, id: number): Promise<KindRecord> {
    const record = await this.#readers.catalog.find(kind, id);
    if (!record) throw new IpamError('kind.unknown', { kind, id });
    return record;
  }

  /** @returns the id of the record @throws IpamError permission.denied, field.*, kind.taken, and errors of the kind's rules */
  async create(caller: Caller, kind: KindName, input: Input): Promise<number> {
    requireRight(caller, kind);
    const values = inputOf(caller, kind, input);
    return this.#run(caller, kind, (writes) => writes.create(values));
  }

  /** @throws IpamError kind.unknown, record.nothingToChange, record.changed, and those of create */
  async change(caller: Caller, kind: KindName, id: number, input: Input): Promise<void> {
    requireRight(caller, kind);
    const values = inputOf(caller, kind, input);
    return retryWhileOutdated(() => this.#run(caller, kind, (writes) => writes.change(id, values)));
  }

  /**
   * Deletes a record. References to it are handled according to OnDelete.
   * @throws IpamError permission.denied, kind.unknown, kind.inUse, record.changed, and errors of the kind's rules
   */
  async delete(caller: Caller, kind: KindName, id: number): Promise<void> {
    requireRight(caller, kind);
    return retryWhileOutdated(() => this.#run(caller, kind, (writes) => writes.delete(id)));
  }

  #run<T>(caller: Caller, kind: KindName, work: (writes: KindWrites) => Promise<T>): Promise<T> {
    const at = formatTimestamp(this.#clock.now());
    const Writes = withRules[kind] ?? KindWrites;
    return runFor(this.#unitOfWork, caller, (repositories) => work(new Writes(kind, { repositories, caller, at })));
  }
}

/**
 * Checks the right to write a kind. Kinds within subnets have a separate check of the level on the subnet.
 * @throws IpamError permission.denied
 */
function requireRight(caller: Caller, kind: KindName): void {
  if (isOpenKind(kind)) requireInventory(caller, kind);
}

/** Removes empty secrets from the input of callers without access to secrets. */
export const inputOf = (caller: Caller, kind: KindName, input: Input): Input =>
  maySeeSecrets(caller) ? input : inputWithoutUnread(kindOf(kind).fields, input);

type WritesClass = new (kind: KindName, context: WriteContext) => KindWrites;

const withRules: Readonly<Partial<Record<KindName, WritesClass>>> = {
  vlan: VlanWrites,
  l2domain: L2DomainWrites,
  vrf: VrfWrites,
  device: DeviceWrites,
  rack: RackWrites,
  nat: NatRuleWrites,
  range: RangeWrites,
  request: RequestWrites,
};
