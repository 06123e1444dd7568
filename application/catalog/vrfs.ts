import { vrf } from '../../domain/catalog/kinds/vrf.js';
import { refuseVrfNameOf } from '../../domain/catalog/vrf-names.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { Caller } from '../caller.js';
import { lockScopesOfVrf, refuseMerging } from '../inventory/merged-networks.js';
import type { Repositories } from '../ports/unit-of-work.js';
import type { KindWrites, PlainWrites } from './kind-writes.js';

/** Writes of VRFs. Names are unique without regard to case. */
export class VrfWrites implements KindWrites {
  readonly #plain: PlainWrites;

  constructor(plain: PlainWrites) {
    this.#plain = plain;
  }

  /** @throws IpamError kind.taken, and those of PlainWrites */
  async create(repositories: Repositories, input: Input, caller: Caller): Promise<number> {
    const record = await this.#plain.readNew(repositories, input);
    await rejectDuplicateName(repositories, String(record.values.name));
    return this.#plain.insert(repositories, record, caller);
  }

  /** @throws IpamError kind.taken, and those of PlainWrites */
  async change(repositories: Repositories, id: number, input: Input, caller: Caller): Promise<void> {
    if (input.name !== undefined) await repositories.settings.lock(); // before the record, according to the lock order
    const current = await this.#plain.lock(repositories, id);
    const record = await this.#plain.readChange(repositories, current, input);
    const { name } = record.values;
    if (typeof name === 'string' && name !== current.values.name) await rejectDuplicateName(repositories, name, id);
    await this.#plain.update(repositories, current, record, caller);
  }

  /**
   * Removes the VRF from its networks.
   * @throws OutdatedRead, IpamError kind.unknown, and subnet.overlapAfterChange if a network then overlaps one without VRF in a
   * strict section
   */
  async delete(repositories: Repositories, id: number, caller: Caller): Promise<void> {
    await lockScopesOfVrf(repositories, id);
    await refuseMerging(repositories, caller, { vrfCleared: id });
    await this.#plain.delete(repositories, id, caller);
  }
}

/** Locks the settings against concurrent requests for the same name. */
async function rejectDuplicateName({ catalog, settings }: Repositories, name: string, exceptId?: number): Promise<void> {
  await settings.lock();
  for await (const other of catalog.search(vrf.name, { text: name, fields: ['name'], custom: [] }))
    refuseVrfNameOf(other, name, exceptId);
}
