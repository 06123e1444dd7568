import { seesKind } from '../../domain/access/access-policy.js';
import { device } from '../../domain/catalog/kinds/device.js';
import { changesRackPosition, changesRackSpace, RackLoad, rackPositionOf } from '../../domain/catalog/rack-space.js';
import { IpamError } from '../../domain/errors.js';
import { idListOf } from '../../domain/fields/id-list.js';
import type { KindRecord, StoredValues } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { Caller } from '../caller.js';
import { checkReferences } from '../inventory/record-input.js';
import type { Readers, Repositories } from '../ports/unit-of-work.js';
import { KindWrites } from './kind-writes.js';

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
export class DeviceWrites extends KindWrites {
  /** Without sections in the input, a new device belongs to all sections visible to the caller. */
  protected override async prepare(input: Input, current?: KindRecord): Promise<Input> {
    await checkReferences(this.repositories, device.fields, ['type'], input);
    return current || input.sections !== undefined
      ? input
      : { ...input, sections: await allSections(this.repositories, this.caller) };
  }

  /** @throws IpamError rack.outside, rack.occupied */
  protected override async check(values: StoredValues, changes: StoredValues, current?: KindRecord): Promise<void> {
    if (!current || changesRackPosition(changes)) await checkRackPosition(this.repositories, values, this.caller, current?.id);
  }
}

/** Writes of racks. After a change, their devices must still fit. */
export class RackWrites extends KindWrites {
  /** @throws IpamError rack.inUse */
  protected override async check(values: StoredValues, changes: StoredValues, current?: KindRecord): Promise<void> {
    if (!current || !changesRackSpace(changes)) return;
    const load = new RackLoad(values);
    const name = seesKind(this.caller.principal, 'device') ? {} : { hostname: 'a device' };
    for await (const { values: device } of this.repositories.catalog.list('device', { rack: current.id }))
      load.addDevice({ ...device, ...name });
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
  values: StoredValues,
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
