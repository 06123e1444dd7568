import { vlan } from '../../domain/catalog/kinds/vlan.js';
import { checkVlanNumber, inputOfVlan, needsFreeNumber, VlanNumbers } from '../../domain/catalog/vlan-numbers.js';
import { IpamError } from '../../domain/errors.js';
import type { FieldValue } from '../../domain/fields/field.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { Caller } from '../caller.js';
import { checkReferences } from '../inventory/record-input.js';
import type { CatalogReader, KindQuery } from '../ports/inventory.js';
import type { Repositories } from '../ports/unit-of-work.js';
import type { KindWrites, PlainWrites } from './kind-writes.js';

/** Writes of VLANs. The settings may require unique numbers in an L2 domain. */
export class VlanWrites implements KindWrites {
  readonly #plain: PlainWrites;

  constructor(plain: PlainWrites) {
    this.#plain = plain;
  }

  /** @throws IpamError vlan.numberNegative, vlan.numberTaken, vlan.numberTooHigh, field.* */
  async create(repositories: Repositories, input: Input, caller: Caller): Promise<number> {
    const settings = await repositories.settings.read();
    checkVlanNumber(input.number, settings);
    const record = await this.#plain.readNew(repositories, await withCheckedDomain(repositories, input));
    if (needsFreeNumber(settings, undefined, record.values)) await rejectDuplicateNumber(repositories, record.values);
    return this.#plain.insert(repositories, record, caller);
  }

  /** @throws IpamError kind.unknown, and those of create */
  async change(repositories: Repositories, id: number, input: Input, caller: Caller): Promise<void> {
    const [current, settings] = await Promise.all([this.#plain.lock(repositories, id), repositories.settings.read()]);
    if ('number' in input) checkVlanNumber(input.number, settings);
    const checked = 'domainId' in input ? await withCheckedDomain(repositories, input) : input;
    const record = await this.#plain.readChange(repositories, current, checked);
    const changed = { ...current.values, ...record.values };
    if (needsFreeNumber(settings, current.values, changed)) await rejectDuplicateNumber(repositories, changed, id);
    await this.#plain.update(repositories, current, record, caller);
  }

  delete(repositories: Repositories, id: number, caller: Caller): Promise<void> {
    return this.#plain.delete(repositories, id, caller);
  }
}

async function withCheckedDomain({ catalog }: Repositories, input: Input): Promise<Input> {
  await checkReferences({ catalog }, vlan.fields, ['domainId'], input);
  return inputOfVlan(input);
}

/** Locks the L2 domain against concurrent requests for the same number. */
async function rejectDuplicateNumber(
  { catalog }: Repositories,
  { domainId = null, number = null }: Readonly<Record<string, FieldValue>>,
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
export class L2DomainWrites implements KindWrites {
  readonly #plain: PlainWrites;

  constructor(plain: PlainWrites) {
    this.#plain = plain;
  }

  create(repositories: Repositories, input: Input, caller: Caller): Promise<number> {
    return this.#plain.create(repositories, input, caller);
  }

  change(repositories: Repositories, id: number, input: Input, caller: Caller): Promise<void> {
    return this.#plain.change(repositories, id, input, caller);
  }

  /** @throws IpamError kind.unknown, kind.inUse, vlan.numberTaken */
  async delete(repositories: Repositories, id: number, caller: Caller): Promise<void> {
    const { uniqueVlanNumbers } = await repositories.settings.read();
    if (uniqueVlanNumbers) await rejectDuplicateMove(repositories, id);
    await this.#plain.delete(repositories, id, caller);
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
