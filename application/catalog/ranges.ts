import { levels } from '../../domain/access/access-policy.js';
import { checkRange, type StoredRange, storedRange } from '../../domain/allocation/stored-range.js';
import { IpamError } from '../../domain/errors.js';
import type { KindRecord, StoredValues } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import { rangeSize } from '../../domain/net/address-range.js';
import { readId } from '../../domain/scalar-text.js';
import type { Subnet } from '../../domain/subnet/subnet.js';
import { type Caller, permitted } from '../caller.js';
import { rangesOf } from '../inventory/stored-ranges.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Readers, Repositories } from '../ports/unit-of-work.js';
import { OutdatedRead } from '../unit-of-work/optimistic-retry.js';
import type { ReadersFor } from '../unit-of-work/read-router.js';
import { KindWrites } from './kind-writes.js';

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
export class RangeWrites extends KindWrites {
  #subnet: Subnet | undefined;

  /** @throws IpamError subnet.unknown, permission.denied */
  protected override async prepare(input: Input, current?: KindRecord): Promise<Input> {
    if (current) return input;
    const subnetId = readId(input.subnetId);
    if (subnetId === undefined) throw new IpamError('field.type', { field: 'subnetId', expected: 'integer' });
    await this.#lockSubnet(subnetId, () => new IpamError('subnet.unknown', { id: subnetId }));
    return input;
  }

  /** @throws IpamError subnet.isFolder, range.subnetFixed, range.reversed, range.outside, range.overlap */
  protected override async check(values: StoredValues, { subnetId }: StoredValues, current?: KindRecord): Promise<void> {
    const subnet = this.#subnet;
    if (!subnet) return;
    if (current && subnetId !== undefined && subnetId !== subnet.id) throw new IpamError('range.subnetFixed');
    await requireValidRange(this.repositories, subnet, values, current?.id);
  }

  /** Locks the subnet, then the range. @throws IpamError kind.unknown, permission.denied; OutdatedRead */
  override async lock(id: number): Promise<KindRecord> {
    const found = await this.repositories.catalog.find('range', id);
    if (!found) throw unknownRange(id)();
    const subnet = await this.#lockSubnet(storedRange(found).subnetId, unknownRange(id));
    const row = await super.lock(id);
    if (storedRange(row).subnetId !== subnet.id) throw new OutdatedRead(); // moved by a split
    return row;
  }

  async #lockSubnet(subnetId: number, whenUnknown: () => IpamError): Promise<Subnet> {
    const locked = await this.repositories.subnets.lock(subnetId, 'change');
    this.#subnet = await permitted(this.repositories, this.caller, locked, levels.change, whenUnknown);
    return this.#subnet;
  }
}

async function requireValidRange(
  { catalog }: Pick<Repositories, 'catalog'>,
  subnet: Subnet,
  values: StoredValues,
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
