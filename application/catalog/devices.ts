import { seesKind } from '../../domain/access/access-policy.js';
import { device } from '../../domain/catalog/kinds/device.js';
import { changesRackPosition, RackLoad, rackPositionOf } from '../../domain/catalog/rack-space.js';
import { IpamError } from '../../domain/errors.js';
import type { FieldValue } from '../../domain/fields/field.js';
import { idListOf } from '../../domain/fields/id-list.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { Caller } from '../caller.js';
import { checkReferences } from '../inventory/record-input.js';
import type { Readers, Repositories } from '../ports/unit-of-work.js';
import type { KindWrites, PlainWrites } from './kind-writes.js';

export class Devices {
  readonly #readers: Readers;

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  /** Devices by id with a text in host name, IP address, description or a custom field. Case is ignored. */
  async *search(text: string): AsyncGenerator<KindRecord> {
    const { catalog, customFields } = this.#readers;
    const custom = (await customFields.list('devices')).map(({ name }) => name);
    yield* catalog.search('device', { text, fields: ['hostname', 'ip', 'description'], custom });
  }
}

/** Writes of devices. The type must exist, and the rack units must be free. */
export class DeviceWrites implements KindWrites {
  readonly #plain: PlainWrites;

  constructor(plain: PlainWrites) {
    this.#plain = plain;
  }

  /**
   * Creates a device. Without sections in the input, it belongs to all sections visible to the caller.
   * @throws IpamError rack.outside, rack.occupied, field.*
   */
  async create(repositories: Repositories, input: Input, caller: Caller): Promise<number> {
    await checkReferences(repositories, device.fields, ['type'], input);
    const sections = input.sections === undefined ? await allSections(repositories, caller) : input.sections;
    const record = await this.#plain.readNew(repositories, { ...input, sections });
    await checkRackPosition(repositories, record.values, caller);
    return this.#plain.insert(repositories, record, caller);
  }

  /** @throws IpamError kind.unknown, record.nothingToChange, and those of create */
  async change(repositories: Repositories, id: number, input: Input, caller: Caller): Promise<void> {
    const current = await this.#plain.lock(repositories, id);
    await checkReferences(repositories, device.fields, ['type'], input);
    const record = await this.#plain.readChange(repositories, current, input);
    if (changesRackPosition(record.values))
      await checkRackPosition(repositories, { ...current.values, ...record.values }, caller, id);
    await this.#plain.update(repositories, current, record, caller);
  }

  delete(repositories: Repositories, id: number, caller: Caller): Promise<void> {
    return this.#plain.delete(repositories, id, caller);
  }
}

async function allSections({ sections }: Repositories, { principal }: Caller): Promise<string | null> {
  const ids: number[] = [];
  for await (const { id } of sections.list(principal)) ids.push(id);
  return idListOf(ids);
}

/** Checks that a device fits into free units of its rack. Locks the rack against concurrent requests. */
async function checkRackPosition(
  { catalog }: Repositories,
  values: Readonly<Record<string, FieldValue>>,
  { principal }: Caller,
  exceptId?: number,
): Promise<void> {
  const position = rackPositionOf(values);
  if (!position || typeof values.rack !== 'number') return;
  const rack = seesKind(principal, 'rack') ? await catalog.lock('rack', values.rack) : undefined;
  if (!rack) throw new IpamError('field.reference', { field: 'rack', id: values.rack });
  const load = new RackLoad(rack.values);
  load.checkInside(position);
  for await (const { id, values: other } of catalog.list('device', { rack: rack.id })) if (id !== exceptId) load.add(other);
  load.refuseTaken(position);
}
