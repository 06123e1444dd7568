import { levelInSection, levels, requireSection, shows } from '../../../domain/access/access-policy.js';
import { addressFields } from '../../../domain/address/address.js';
import { type KindName, kindOf } from '../../../domain/catalog/kinds.js';
import { hasVrfName } from '../../../domain/catalog/vrf-names.js';
import { IpamError } from '../../../domain/errors.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import { isHoldOver } from '../../../domain/fields/hold.js';
import { type KindRecord, rowOf } from '../../../domain/fields/kind.js';
import { type Input, readField, readIp } from '../../../domain/fields/read-fields.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { formatTimestamp, isUnset, readId, scalarText } from '../../../domain/scalar-text.js';
import { type Section, sectionFields } from '../../../domain/section/section.js';
import { type Subnet, subnetFields } from '../../../domain/subnet/subnet.js';
import { type Caller, permitted, requireInventory } from '../../caller.js';
import { Catalog, inputOf } from '../../catalog/catalog.js';
import { Addresses } from '../../inventory/addresses.js';
import { ExpiredHolds } from '../../inventory/expired-holds.js';
import { lockSubnets } from '../../inventory/row-locks.js';
import { Sections } from '../../inventory/sections.js';
import { findRangeByName } from '../../inventory/stored-ranges.js';
import { Subnets } from '../../inventory/subnets.js';
import type { Clock } from '../../ports/environment.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { desiredChanges, differs, differsFor, type Ensured, ensure, onlyOf, within, withoutWriteOptions } from './ensured.js';

export type EnsuredKind = 'vlan' | 'vrf' | 'l2domain' | 'device';

const keysOf: Readonly<Record<EnsuredKind, readonly string[]>> = {
  vlan: ['domainId', 'number'],
  vrf: ['name'],
  l2domain: ['name'],
  device: ['hostname'],
};

export const isEnsuredKind = (kind: KindName): kind is EnsuredKind => Object.hasOwn(keysOf, kind);

/**
 * Ensures that a record exists with given values, also under concurrent requests.
 * Creates a missing record, changes differing fields, and otherwise writes nothing.
 * @throws IpamError those of creation and change of the record; record.ambiguous if several records match
 */
export class Ensuring {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  async address(caller: Caller, input: Input): Promise<Ensured> {
    const [subnetId, ip] = [readId(input.subnetId), readIp(input.ip)];
    const find = async (readers: Readers) => (subnetId && ip ? readers.addresses.findInSubnet(subnetId, ip) : undefined);
    const work = async (repositories: Repositories): Promise<Ensured> => {
      const addresses = new Addresses(repositories, within(repositories), this.#clock);
      const position = subnetId && ip ? await repositories.addresses.lockForInsert(subnetId, ip) : undefined;
      const existing = position?.isTaken ? await find(repositories) : undefined;
      const at = formatTimestamp(this.#clock.now());
      const isFreed = existing && isHoldOver(existing, at) && (await new ExpiredHolds(repositories, at).address(existing.id));
      const found = isFreed ? undefined : existing;
      if (!position || !found) return { id: await addresses.create(withoutWriteOptions(caller), input), outcome: 'created' };
      const unknown = () => new IpamError('field.reference', { field: 'subnetId', id: position.subnet.id });
      await permitted(repositories, caller, position.subnet, levels.writeAddresses, unknown);
      const { subnetId: _, ip: __, ...others } = input;
      const changes = await desiredChanges(repositories, { fields: addressFields, owner: 'addresses' }, found, others);
      const isOther = changes !== undefined;
      if (isOther) await addresses.change(withoutWriteOptions(caller), found.id, changes);
      return { id: found.id, outcome: isOther ? 'changed' : 'unchanged' };
    };
    return ensure(this.#unitOfWork, caller, work, async () => (await find(this.#readers)) !== undefined);
  }

  async section(caller: Caller, input: Input): Promise<Ensured> {
    const name = scalarText(input.name);
    const find = async (readers: Readers): Promise<Section | undefined> => {
      const found = name === undefined ? undefined : await readers.sections.findByName(name);
      return found && shows(levelInSection(caller.principal, found)) ? found : undefined;
    };
    const work = async (repositories: Repositories): Promise<Ensured> => {
      const sections = new Sections(repositories, within(repositories), this.#clock);
      const found = await find(repositories);
      if (!found) return { id: await sections.create(withoutWriteOptions(caller), input), outcome: 'created' };
      requireSection(caller.principal, found, levels.change, () => new IpamError('section.unknown', { id: found.id }));
      const { name: _, ...changes } = input;
      const isOther = await differs(repositories, { fields: sectionFields, owner: 'sections' }, found, changes);
      if (isOther) await sections.change(withoutWriteOptions(caller), found.id, changes);
      return { id: found.id, outcome: isOther ? 'changed' : 'unchanged' };
    };
    return ensure(this.#unitOfWork, caller, work, async () => (await find(this.#readers)) !== undefined);
  }

  /** Ensures a network by section, prefix, and VRF if the input has one. New networks inherit permissions. */
  async subnet(caller: Caller, prefix: Prefix, { permissions: _, isFolder: __, ...input }: Input): Promise<Ensured> {
    const sectionId = readId(input.sectionId);
    const find = (readers: Readers) => findNetwork(readers, caller, prefix, input);
    const work = async (repositories: Repositories): Promise<Ensured> => {
      // serializes concurrent creations, also if networks may overlap
      if (sectionId !== undefined) await repositories.sections.lock(sectionId, 'change');
      const subnets = new Subnets(repositories, within(repositories), this.#clock);
      await this.#freeNetwork(repositories, await find(repositories));
      const found = await find(repositories);
      if (!found) return { id: (await subnets.create(withoutWriteOptions(caller), prefix, input)).id, outcome: 'created' };
      const unknown = () => new IpamError('subnet.unknown', { id: found.id });
      await permitted(repositories, caller, found, levels.change, unknown);
      const { sectionId: ___, ...others } = input;
      const changes = await desiredChanges(repositories, { fields: subnetFields, owner: 'subnets' }, found, others);
      const isOther = changes !== undefined;
      if (isOther) await subnets.change(withoutWriteOptions(caller), found.id, changes);
      return { id: found.id, outcome: isOther ? 'changed' : 'unchanged' };
    };
    return ensure(this.#unitOfWork, caller, work, async () => (await find(this.#readers)) !== undefined);
  }

  async #freeNetwork(repositories: Repositories, found: Subnet | undefined): Promise<void> {
    const at = formatTimestamp(this.#clock.now());
    if (!found || !isHoldOver(found, at)) return;
    const { id, masterSubnetId } = found;
    await lockSubnets(repositories, masterSubnetId === null ? [id] : [masterSubnetId, id]);
    await new ExpiredHolds(repositories, at).network(id);
  }

  async range(caller: Caller, input: Input): Promise<Ensured> {
    const [subnetId, name] = [readId(input.subnetId) ?? 0, scalarText(input.name) ?? ''];
    const find = ({ catalog }: Readers) => findRangeByName(catalog, subnetId, name);
    const work = async (repositories: Repositories): Promise<Ensured> => {
      const catalog = new Catalog(repositories, within(repositories), this.#clock);
      const subnet = await repositories.subnets.lock(subnetId, 'change');
      const found = await find(repositories);
      if (!subnet || !found) return { id: await catalog.create(withoutWriteOptions(caller), 'range', input), outcome: 'created' };
      const unknown = () => new IpamError('subnet.unknown', { id: subnetId });
      await permitted(repositories, caller, subnet, levels.change, unknown);
      const { subnetId: _, name: __, ...changes } = input;
      const isOther = await differsFor(repositories, caller, 'range', rowOf(found), changes);
      if (isOther) await catalog.change(withoutWriteOptions(caller), 'range', found.id, changes);
      return { id: found.id, outcome: isOther ? 'changed' : 'unchanged' };
    };
    return ensure(this.#unitOfWork, caller, work, async () => (await find(this.#readers)) !== undefined);
  }

  /** Ensures a record by the natural key of its kind. */
  async record(caller: Caller, kind: EnsuredKind, input: Input): Promise<Ensured> {
    requireInventory(caller, kind);
    const work = async (repositories: Repositories): Promise<Ensured> => {
      await repositories.settings.lock(); // serializes concurrent creations
      const catalog = new Catalog(repositories, within(repositories), this.#clock);
      const found = await findRecord(repositories, kind, input);
      if (!found) return { id: await catalog.create(withoutWriteOptions(caller), kind, input), outcome: 'created' };
      const entries = Object.entries(inputOf(caller, kind, input));
      const changes = Object.fromEntries(entries.filter(([name]) => !keysOf[kind].includes(name)));
      const isOther = await differsFor(repositories, caller, kind, found, changes);
      if (isOther) await catalog.change(withoutWriteOptions(caller), kind, found.id, changes);
      return { id: found.id, outcome: isOther ? 'changed' : 'unchanged' };
    };
    return ensure(this.#unitOfWork, caller, work, async () => (await findRecord(this.#readers, kind, input)) !== undefined);
  }
}

async function findNetwork(
  { subnets }: Readers,
  { principal }: Caller,
  prefix: Prefix,
  input: Input,
): Promise<Subnet | undefined> {
  const sectionId = readId(input.sectionId);
  if (sectionId === undefined) return undefined;
  const vrfId = isUnset(input.vrfId) ? null : readId(input.vrfId);
  const found: Subnet[] = [];
  for await (const { subnet } of subnets.list({ sectionId, prefix, viewer: principal, order: { by: 'id' } }))
    if (input.vrfId === undefined || subnet.vrfId === vrfId) found.push(subnet);
  return onlyOf(found);
}

async function findRecord({ catalog }: Readers, kind: EnsuredKind, input: Input): Promise<KindRecord | undefined> {
  const conditions = keyIn(kind, input);
  if (!conditions) return undefined;
  const found: KindRecord[] = [];
  const name = kind === 'vrf' ? String(conditions.name) : undefined;
  const candidates =
    name === undefined ? catalog.list(kind, conditions) : catalog.search(kind, { text: name, fields: ['name'], custom: [] });
  for await (const record of candidates) if (name === undefined || hasVrfName(record, name)) found.push(record);
  return onlyOf(found);
}

/** The natural key in an input; undefined if incomplete or invalid. The creation then reports the error. */
function keyIn(kind: EnsuredKind, input: Input): Readonly<Record<string, FieldValue>> | undefined {
  const { fields } = kindOf(kind satisfies KindName);
  const key: Record<string, FieldValue> = {};
  for (const name of keysOf[kind]) {
    const field = fields[name];
    const keyValue = isUnset(input[name]) && field && 'default' in field ? field.default : input[name];
    const value = field ? valueRead(() => readField(name, field, keyValue)) : null;
    if (value === null) return undefined;
    key[name] = value;
  }
  return key;
}

function valueRead(read: () => FieldValue): FieldValue {
  try {
    return read();
  } catch (error) {
    if (error instanceof IpamError) return null;
    throw error;
  }
}
