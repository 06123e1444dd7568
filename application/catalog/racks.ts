import { seesKind } from '../../domain/access/access-policy.js';
import { changesRackSpace, RackLoad } from '../../domain/catalog/rack-space.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { Caller } from '../caller.js';
import type { Repositories } from '../ports/unit-of-work.js';
import type { KindWrites, PlainWrites } from './kind-writes.js';

/** Writes of racks. After a change, their devices must still fit. */
export class RackWrites implements KindWrites {
  readonly #plain: PlainWrites;

  constructor(plain: PlainWrites) {
    this.#plain = plain;
  }

  create(repositories: Repositories, input: Input, caller: Caller): Promise<number> {
    return this.#plain.create(repositories, input, caller);
  }

  /** @throws IpamError rack.inUse, and those of PlainWrites */
  async change(repositories: Repositories, id: number, input: Input, caller: Caller): Promise<void> {
    const current = await this.#plain.lock(repositories, id);
    const record = await this.#plain.readChange(repositories, current, input);
    if (changesRackSpace(record.values))
      await checkDevices(repositories, { ...current, values: { ...current.values, ...record.values } }, caller);
    await this.#plain.update(repositories, current, record, caller);
  }

  delete(repositories: Repositories, id: number, caller: Caller): Promise<void> {
    return this.#plain.delete(repositories, id, caller);
  }
}

async function checkDevices({ catalog }: Repositories, rack: KindRecord, { principal }: Caller): Promise<void> {
  const load = new RackLoad(rack.values);
  const name = seesKind(principal, 'device') ? {} : { hostname: 'a device' };
  for await (const { values } of catalog.list('device', { rack: rack.id })) load.addDevice({ ...values, ...name });
}
