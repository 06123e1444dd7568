import { vlan } from '../../domain/catalog/kind-descriptors.js';
import { checkVlanNumber, inputOfVlan, needsFreeNumber, VlanNumbers } from '../../domain/catalog/vlan-numbers.js';
import { IpamError } from '../../domain/errors.js';
import type { KindRecord, StoredValues } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import { checkReferences } from '../inventory/record-input.js';
import type { CatalogReader, KindQuery } from '../ports/inventory/records.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { KindWrites } from './kind-writes.js';

/** Writes of VLANs. The settings may require unique numbers in an L2 domain. */
export class VlanWrites extends KindWrites {
  /** @throws IpamError vlan.numberNegative, vlan.numberTooHigh, field.* */
  protected override async prepare(input: Input, current?: KindRecord): Promise<Input> {
    if (!current || 'number' in input) checkVlanNumber(input.number, await this.settings);
    if (current && !('domainId' in input)) return input;
    await checkReferences(this.repositories, vlan.fields, ['domainId'], input);
    return inputOfVlan(input);
  }

  /** @throws IpamError vlan.numberTaken */
  protected override async check(values: StoredValues, _changes: StoredValues, current?: KindRecord): Promise<void> {
    if (needsFreeNumber(await this.settings, current?.values, values))
      await rejectDuplicateNumber(this.repositories, values, current?.id);
  }
}

/** Locks the L2 domain against concurrent requests for the same number. */
async function rejectDuplicateNumber(
  { catalog }: Repositories,
  { domainId = null, number = null }: StoredValues,
  exceptId?: number,
): Promise<void> {
  if (typeof domainId !== 'number' || !(await catalog.lock('l2domain', domainId)))
    throw new IpamError('field.reference', { field: 'domainId', id: Number(domainId) });
  (await numbersIn(catalog, { domainId, number })).refuseTaken({ number }, exceptId);
}

/**
 * Writes of L2 domains. VLANs of a deleted domain move to the default domain. If the settings require unique VLAN numbers, the
 * numbers of these VLANs must be unique there.
 */
export class L2DomainWrites extends KindWrites {
  /** @throws IpamError kind.unknown, kind.inUse, vlan.numberTaken */
  override async delete(id: number): Promise<void> {
    const { uniqueVlanNumbers } = await this.settings;
    if (uniqueVlanNumbers) await rejectDuplicateMove(this.repositories, id);
    await super.delete(id);
  }
}

async function rejectDuplicateMove({ catalog }: Repositories, id: number): Promise<void> {
  const { ref, default: home } = vlan.fields.domainId;
  for (const domainId of [home, id]) await catalog.lock(ref.kind, domainId);
  if (id === home) return;
  const numbers = await numbersIn(catalog, { domainId: home });
  for await (const { values } of catalog.list(vlan.name, { domainId: id })) numbers.refuseTaken(values);
}

async function numbersIn(catalog: CatalogReader, where: KindQuery): Promise<VlanNumbers> {
  const numbers = new VlanNumbers();
  for await (const record of catalog.list(vlan.name, where)) numbers.add(record);
  return numbers;
}
