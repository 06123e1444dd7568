import { levels } from '../../domain/access/access-policy.js';
import { checkRange, type StoredRange, storedRange } from '../../domain/allocation/stored-range.js';
import { IpamError } from '../../domain/errors.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { RecordValues } from '../../domain/fields/record-input.js';
import { rangeSize } from '../../domain/net/address-range.js';
import { readId } from '../../domain/scalar-text.js';
import type { Subnet } from '../../domain/subnet/subnet.js';
import { type Caller, permitted } from '../caller.js';
import { rangesOf } from '../inventory/stored-ranges.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Readers, Repositories } from '../ports/unit-of-work.js';
import { OutdatedRead } from '../unit-of-work/optimistic-retry.js';
import type { ReadersFor } from '../unit-of-work/read-router.js';
import type { KindWrites, PlainWrites } from './kind-writes.js';

const unknownRange = (id: number) => () => new IpamError('kind.unknown', { kind: 'range', id });

export interface RangeUsage {
  readonly range: StoredRange;
  readonly used: number;
  readonly size: bigint;
}

/** Reads ranges. A range in a hidden subnet counts as unknown. */
export class Ranges {
  readonly #readers: Readers;
  readonly #readersFor: ReadersFor;

  constructor(readers: Readers, readersFor: ReadersFor = () => readers) {
    this.#readers = readers;
    this.#readersFor = readersFor;
  }

  /** @throws IpamError kind.unknown */
  async read(caller: Caller, id: number): Promise<KindRecord> {
    const readers = this.#readersFor(caller);
    const row = await readers.catalog.find('range', id);
    if (!row) throw unknownRange(id)();
    const subnet = await readers.subnets.find(storedRange(row).subnetId);
    await permitted(readers, caller, subnet, levels.see, unknownRange(id));
    return row;
  }

  /** The newest history entries, newest first. @throws IpamError kind.unknown */
  async changes(caller: Caller, id: number, max: number): Promise<ChangeEntry[]> {
    await this.read(caller, id);
    return this.#readersFor(caller).changeLog.list('range', id, max);
  }

  /** The utilization of each range of a subnet, ascending. @throws IpamError subnet.unknown */
  async usage(caller: Caller, subnetId: number): Promise<readonly RangeUsage[]> {
    const whenUnknown = () => new IpamError('subnet.unknown', { id: subnetId });
    await permitted(this.#readers, caller, await this.#readers.subnets.find(subnetId), levels.see, whenUnknown);
    const { catalog } = this.#readersFor(caller);
    const [ranges, used] = await Promise.all([rangesOf(catalog, subnetId), catalog.usedInRanges(subnetId)]);
    return ranges.map((range) => ({ range, used: used.get(range.id) ?? 0, size: rangeSize(range) }));
  }
}

/**
 * Writes of ranges, for callers who may change the subnet. The lock of the subnet row serializes them with allocations and other
 * writes in the subnet.
 */
export class RangeWrites implements KindWrites {
  readonly #plain: PlainWrites;

  constructor(plain: PlainWrites) {
    this.#plain = plain;
  }

  /**
   * @throws IpamError subnet.unknown, subnet.isFolder, permission.denied, field.*, customField.unknown, kind.taken, range.reversed,
   * range.outside, range.overlap
   */
  async create(repositories: Repositories, input: Input, caller: Caller): Promise<number> {
    const subnetId = readId(input.subnetId);
    if (subnetId === undefined) throw new IpamError('field.type', { field: 'subnetId', expected: 'integer' });
    const subnet = await lockToChange(repositories, caller, subnetId, () => new IpamError('subnet.unknown', { id: subnetId }));
    const record = await this.#plain.readNew(repositories, input);
    await requireValidRange(repositories, subnet, record.values);
    return this.#plain.insert(repositories, record, caller);
  }

  /** @throws IpamError kind.unknown, record.nothingToChange, range.subnetFixed, and those of create; OutdatedRead */
  async change(repositories: Repositories, id: number, input: Input, caller: Caller): Promise<void> {
    const { subnet, row } = await this.#lock(repositories, caller, id);
    const record = await this.#plain.readChange(repositories, row, input);
    requireSameSubnet(record, subnet);
    await requireValidRange(repositories, subnet, { ...row.values, ...record.values }, id);
    await this.#plain.update(repositories, row, record, caller);
  }

  /** @throws IpamError kind.unknown, permission.denied; OutdatedRead */
  async delete(repositories: Repositories, id: number, caller: Caller): Promise<void> {
    await this.#lock(repositories, caller, id);
    await this.#plain.delete(repositories, id, caller);
  }

  async #lock(repositories: Repositories, caller: Caller, id: number): Promise<{ subnet: Subnet; row: KindRecord }> {
    const found = await repositories.catalog.find('range', id);
    if (!found) throw unknownRange(id)();
    const subnet = await lockToChange(repositories, caller, storedRange(found).subnetId, unknownRange(id));
    const row = await this.#plain.lock(repositories, id);
    if (storedRange(row).subnetId !== subnet.id) throw new OutdatedRead(); // moved by a split
    return { subnet, row };
  }
}

async function lockToChange(
  repositories: Repositories,
  caller: Caller,
  subnetId: number,
  whenUnknown: () => IpamError,
): Promise<Subnet> {
  return permitted(repositories, caller, await repositories.subnets.lock(subnetId, 'change'), levels.change, whenUnknown);
}

async function requireValidRange(
  { catalog }: Pick<Repositories, 'catalog'>,
  subnet: Subnet,
  values: KindRecord['values'],
  exceptId?: number,
): Promise<void> {
  const ranges = await rangesOf(catalog, subnet.id);
  const range = storedRange({ id: 0, values, custom: {} });
  checkRange(
    subnet,
    range,
    ranges.filter(({ id }) => id !== exceptId),
  );
}

/** @throws IpamError range.subnetFixed */
function requireSameSubnet({ values }: RecordValues, { id }: Subnet): void {
  if (values.subnetId !== undefined && values.subnetId !== id) throw new IpamError('range.subnetFixed');
}
