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
import type { Section } from '../../../domain/section/section.js';
import { type Subnet, subnetFields } from '../../../domain/subnet/subnet.js';
import { type Caller, permitted, requireInventory } from '../../caller.js';
import { Addresses } from '../../inventory/addresses.js';
import { ExpiredHolds } from '../../inventory/expired-holds.js';
import { lockSubnets } from '../../inventory/row-locks.js';
import { findRangeByName } from '../../inventory/stored-ranges.js';
import { Subnets } from '../../inventory/subnets.js';
import type { Clock } from '../../ports/environment.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { runFor } from '../../unit-of-work/units-of-work.js';
import {
  changeRecord,
  changeSection,
  createRecord,
  desiredChanges,
  type EnsureContext,
  type Ensured,
  keysOf,
  onlyOf,
  sectionsIn,
  within,
  withoutWriteOptions,
} from './ensured.js';

const ensuredKinds = ['vlan', 'vrf', 'l2domain', 'device'] as const;

export type EnsuredKind = (typeof ensuredKinds)[number];

export const isEnsuredKind = (kind: KindName): kind is EnsuredKind => ensuredKinds.some((each) => each === kind);

/** Errors of a creation if the record exists. */
const conflictCodes = [
  'address.exists',
  'section.nameTaken',
  'kind.taken',
  'vlan.numberTaken',
  'subnet.overlapInSection',
  'subnet.overlapWithSibling',
] as const;

/** Maximum number of attempts. More mean that the conflict is not a concurrent creation. */
const maxTries = 4;

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
    return this.#ensure(caller, find, async (context) => {
      const { repositories, caller: writer } = context;
      const addresses = new Addresses(repositories, within(repositories), this.#clock);
      const position = subnetId && ip ? await repositories.addresses.lockForInsert(subnetId, ip) : undefined;
      const existing = position?.isTaken ? await find(repositories) : undefined;
      const at = formatTimestamp(this.#clock.now());
      const isFreed = existing && isHoldOver(existing, at) && (await new ExpiredHolds(repositories, at).address(existing.id));
      const found = isFreed ? undefined : existing;
      if (!position || !found) return { id: await addresses.create(writer, input), outcome: 'created' };
      const unknown = () => new IpamError('field.reference', { field: 'subnetId', id: position.subnet.id });
      await permitted(repositories, caller, position.subnet, levels.writeAddresses, unknown);
      const { subnetId: _, ip: __, ...others } = input;
      const changes = await desiredChanges(repositories, { fields: addressFields, owner: 'addresses' }, found, others);
      if (changes) await addresses.change(writer, found.id, changes);
      return { id: found.id, outcome: changes ? 'changed' : 'unchanged' };
    });
  }

  async section(caller: Caller, input: Input): Promise<Ensured> {
    const name = scalarText(input.name);
    const find = async (readers: Readers): Promise<Section | undefined> => {
      const found = name === undefined ? undefined : await readers.sections.findByName(name);
      return found && shows(levelInSection(caller.principal, found)) ? found : undefined;
    };
    return this.#ensure(caller, find, async (context) => {
      const { repositories, caller: writer } = context;
      const found = await find(repositories);
      if (!found) return { id: await sectionsIn(context).create(writer, input), outcome: 'created' };
      requireSection(caller.principal, found, levels.change, () => new IpamError('section.unknown', { id: found.id }));
      return { id: found.id, outcome: await changeSection(context, found, input) };
    });
  }

  /** Ensures a network by section, prefix, and VRF if the input has one. New networks inherit permissions. */
  async subnet(caller: Caller, prefix: Prefix, { permissions: _, isFolder: __, ...input }: Input): Promise<Ensured> {
    const sectionId = readId(input.sectionId);
    const find = (readers: Readers) => findNetwork(readers, caller, prefix, input);
    return this.#ensure(caller, find, async (context) => {
      const { repositories, caller: writer } = context;
      // serializes concurrent creations, also if networks may overlap
      if (sectionId !== undefined) await repositories.sections.lock(sectionId, 'change');
      const subnets = new Subnets(repositories, within(repositories), this.#clock);
      await this.#freeNetwork(repositories, await find(repositories));
      const found = await find(repositories);
      if (!found) return { id: (await subnets.create(writer, prefix, input)).id, outcome: 'created' };
      const unknown = () => new IpamError('subnet.unknown', { id: found.id });
      await permitted(repositories, caller, found, levels.change, unknown);
      const { sectionId: ___, ...others } = input;
      const changes = await desiredChanges(repositories, { fields: subnetFields, owner: 'subnets' }, found, others);
      if (changes) await subnets.change(writer, found.id, changes);
      return { id: found.id, outcome: changes ? 'changed' : 'unchanged' };
    });
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
    return this.#ensure(caller, find, async (context) => {
      const { repositories } = context;
      const subnet = await repositories.subnets.lock(subnetId, 'change');
      const found = await find(repositories);
      if (!subnet || !found) return { id: await createRecord(context, 'range', input), outcome: 'created' };
      const unknown = () => new IpamError('subnet.unknown', { id: subnetId });
      await permitted(repositories, caller, subnet, levels.change, unknown);
      return { id: found.id, outcome: await changeRecord(context, 'range', rowOf(found), input) };
    });
  }

  /** Ensures a record by the natural key of its kind. */
  async record(caller: Caller, kind: EnsuredKind, input: Input): Promise<Ensured> {
    requireInventory(caller, kind);
    const find = (readers: Readers) => findRecord(readers, kind, input);
    return this.#ensure(caller, find, async (context) => {
      const { repositories } = context;
      await repositories.settings.lock(); // serializes concurrent creations
      const found = await find(repositories);
      if (!found) return { id: await createRecord(context, kind, input), outcome: 'created' };
      return { id: found.id, outcome: await changeRecord(context, kind, found, input) };
    });
  }

  /** Creates or changes a record in a unit of work. Retries after a concurrent creation. @param find the visible record */
  async #ensure(
    caller: Caller,
    find: (readers: Readers) => Promise<unknown>,
    work: (context: EnsureContext) => Promise<Ensured>,
  ): Promise<Ensured> {
    const context = { caller: withoutWriteOptions(caller), clock: this.#clock };
    for (let tries = 1; ; tries++) {
      try {
        return await runFor(this.#unitOfWork, caller, (repositories) => work({ ...context, repositories }));
      } catch (error) {
        const isConflict = tries < maxTries && IpamError.is(error, ...conflictCodes);
        if (!isConflict || (await find(this.#readers)) === undefined) throw error;
      }
    }
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
