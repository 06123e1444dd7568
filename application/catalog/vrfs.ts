import { vrf } from '../../domain/catalog/kinds/vrf.js';
import { refuseVrfNameOf } from '../../domain/catalog/vrf-names.js';
import type { KindRecord, StoredValues } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import { lockScopesOfVrf, refuseMerging } from '../inventory/merged-networks.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { KindWrites } from './kind-writes.js';

/** Writes of VRFs. Names are unique without regard to case. */
export class VrfWrites extends KindWrites {
  override async change(id: number, input: Input): Promise<void> {
    if (input.name !== undefined) await this.repositories.settings.lock(); // before the record, according to the lock order
    await super.change(id, input);
  }

  /** @throws IpamError kind.taken */
  protected override async check({ name }: StoredValues, _changes: StoredValues, current?: KindRecord): Promise<void> {
    if (name !== current?.values.name) await rejectDuplicateName(this.repositories, String(name), current?.id);
  }

  /**
   * Removes the VRF from its networks.
   * @throws OutdatedRead, IpamError kind.unknown, and subnet.overlapAfterChange if a network then overlaps one without VRF in a
   * strict section
   */
  override async delete(id: number): Promise<void> {
    await lockScopesOfVrf(this.repositories, id);
    await refuseMerging(this.repositories, this.caller, { vrfCleared: id });
    await super.delete(id);
  }
}

/** Locks the settings against concurrent requests for the same name. */
async function rejectDuplicateName({ catalog, settings }: Repositories, name: string, exceptId?: number): Promise<void> {
  await settings.lock();
  for await (const other of catalog.search(vrf.name, { text: name, fields: ['name'], custom: [] }))
    refuseVrfNameOf(other, name, exceptId);
}
