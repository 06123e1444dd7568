import { levels } from '../../domain/access/access-policy.js';
import { masterUnknown, permittedPosition, sectionUnknown } from '../../domain/access/requested-position.js';
import type { Settings } from '../../domain/access/settings.js';
import { changeOfHold, checkSubnetHold, holdFrom, inputWithHold, splitHold } from '../../domain/allocation/hold.js';
import type { ChangeAction } from '../../domain/changes/change.js';
import { IpamError } from '../../domain/errors.js';
import type { CustomField } from '../../domain/fields/custom-field.js';
import { type Input, readField } from '../../domain/fields/read-fields.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { readId } from '../../domain/scalar-text.js';
import type { Section } from '../../domain/section/section.js';
import type { SubnetPosition } from '../../domain/subnet/position.js';
import { type NamedNetwork, type Subnet, subnetFields } from '../../domain/subnet/subnet.js';
import { SubnetAggregate, type SubnetChange } from '../../domain/subnet/subnet-aggregate.js';
import { type Caller, canSee, permitted } from '../caller.js';
import {
  type ChangeValues,
  entryOf,
  recordChange,
  recordConsequences,
  valuesOfDeleted,
  valuesOfEdit,
  valuesOfNew,
} from '../changes/change-log.js';
import type { LockedSubnet, NewValues } from '../ports/inventory.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { requireExpected } from '../unit-of-work/expected-version.js';
import { OutdatedRead } from '../unit-of-work/optimistic-retry.js';
import { type Outcome, outcomeOf } from '../unit-of-work/request-batcher.js';
import { LockedPositions } from './locked-positions.js';
import { requireStrictOrder } from './merged-networks.js';
import { checkGroups } from './permission-groups.js';
import { checkAllReferences, checkReferences, readChangeBesideHold, readRecordWith } from './record-input.js';
import { lockSubnets } from './row-locks.js';

/** A subnet that was made. */
export interface CreatedSubnet {
  readonly id: number;
  /** null for a folder. */
  readonly prefix: Prefix | null;
}

/** What new subnets need to know, the same for all of a unit of work. */
export interface NewSubnetFacts {
  readonly defaults: Settings['defaults'];
  readonly definitions: readonly CustomField[];
}

/** Reads what new subnets need to know. */
export async function factsOfNewSubnets({
  settings,
  customFields,
}: Pick<Repositories, 'settings' | 'customFields'>): Promise<NewSubnetFacts> {
  const [{ defaults }, definitions] = await Promise.all([settings.read(), customFields.list('subnets')]);
  return { defaults, definitions };
}

/** A subnet below which others are to be created: held, or none where there is no such subnet. */
export interface LockedParent {
  readonly master: Subnet | undefined;
  /** Where sections are found, read once each. */
  readonly sections: Pick<Repositories['sections'], 'find'>;
  readonly facts: NewSubnetFacts;
}

/** A network that is free, and where it lies. */
export interface FreePosition {
  readonly prefix: Prefix;
  readonly master: Subnet;
  readonly section: Section | undefined;
}

/**
 * Puts subnets in their place within one unit of work: finds section and master, holds what concurrent placements must not
 * change meanwhile (the master's row, or the section's for a root network in a strict section), and checks nesting and
 * overlap.
 */
export class SubnetPlacement {
  readonly #repositories: Repositories;
  readonly #caller: Caller;
  readonly #timestamp: string;
  readonly #places: LockedPositions;
  readonly #catalog: Pick<Repositories['catalog'], 'find'> | undefined;

  /**
   * @param timestamp when this happens, as records hold times
   * @param catalog where all records that a subnet names are looked up; without it the storage finds out that one is not there,
   * which spoils the unit of work
   */
  constructor(repositories: Repositories, caller: Caller, timestamp: string, catalog?: Pick<Repositories['catalog'], 'find'>) {
    this.#catalog = catalog;
    this.#repositories = repositories;
    this.#caller = caller;
    this.#timestamp = timestamp;
    this.#places = new LockedPositions(repositories, caller, timestamp);
  }

  /**
   * Creates a network, or a folder when `prefix` is null. Permissions come from where it hangs, whatever the input says of
   * them. @throws IpamError as Subnets.create does
   */
  async create(prefix: Prefix | null, { permissions: _given, ...input }: Input): Promise<CreatedSubnet> {
    const place = await this.#places.find(prefix, input.sectionId, input.masterSubnetId);
    return { id: await this.insert(await this.#prepare(place, prefix, input)), prefix };
  }

  /** Makes the record of a subnet below a master that is held. @throws IpamError as Subnets.create does */
  async prepareBelow(
    { master: held, sections, facts }: LockedParent,
    prefix: Prefix | null,
    { permissions: _given, ...input }: Input,
  ): Promise<NewValues<Subnet>> {
    const master = await permitted({ sections }, this.#caller, held, levels.change, () => masterUnknown(input.masterSubnetId));
    const sectionId = readId(input.sectionId);
    const section = sectionId === undefined ? undefined : await sections.find(sectionId);
    const place = permittedPosition(prefix, { sectionGiven: input.sectionId, section, master }, this.#caller.principal);
    return this.#prepare(place, prefix, input, facts);
  }

  async #prepare(place: SubnetPosition, prefix: Prefix | null, input: Input, known?: NewSubnetFacts): Promise<NewValues<Subnet>> {
    const vrfId = readField('vrfId', subnetFields.vrfId, input.vrfId ?? null);
    const [facts] = await Promise.all([
      known ?? factsOfNewSubnets(this.#repositories),
      prefix ? this.#places.refuseOverlap(prefix, place, vrfId) : undefined,
    ]);
    return this.#newSubnet(place, prefix, input, facts);
  }

  /**
   * Makes the record of a network in free space of a master, which is held and which the caller may change: what is free
   * overlaps nothing that it is compared with. @throws IpamError as Subnets.create does
   */
  prepareFree({ prefix, master, section }: FreePosition, { permissions: _given, ...input }: Input, facts: NewSubnetFacts) {
    const place = permittedPosition(prefix, { sectionGiven: master.sectionId, section, master }, this.#caller.principal);
    readField('vrfId', subnetFields.vrfId, input.vrfId ?? null);
    return this.#newSubnet(place, prefix, input, facts);
  }

  /** Stores a subnet that was made for this. @returns its id */
  async insert(subnet: NewValues<Subnet>): Promise<number> {
    const id = await this.#repositories.subnets.insert(subnet);
    await this.#record(id, 'add', valuesOfNew(subnetFields, subnet));
    return id;
  }

  async #newSubnet(
    place: SubnetPosition,
    prefix: Prefix | null,
    input: Input,
    facts: NewSubnetFacts,
  ): Promise<NewValues<Subnet>> {
    const { defaults, definitions } = facts;
    const { hold, others } = splitHold(input, definitions);
    checkSubnetHold(prefix, hold);
    await this.#checkReferences(others);
    const shape = {
      fields: subnetFields,
      defaults: { scanAgent: defaults.subnetScanAgent, tag: defaults.subnetState },
    } as const;
    const { values, custom } = readRecordWith(definitions, shape, inputWithHold(others, hold), 'create');
    await this.#checkLink(values.linked_subnet);
    await this.#checkAllReferences(others);
    return {
      ...values,
      ...holdFrom(this.#timestamp, hold),
      prefix,
      isFolder: prefix === null,
      permissions: place.permissions,
      custom,
    };
  }

  /** Changes a subnet's fields, its place included. @throws OutdatedRead, and IpamError as Subnets.change does */
  async change(id: number, input: Input, named: NamedNetwork): Promise<void> {
    const whenUnknown = () => new IpamError('subnet.unknown', { id });
    const stored = await this.#repositories.subnets.find(id);
    const found = await permitted(this.#repositories, this.#caller, stored, levels.change, whenUnknown);
    const subnet = new SubnetAggregate(found);
    subnet.checkNamed(named);
    if ('sectionId' in input && !readId(input.sectionId)) throw sectionUnknown(input.sectionId);
    const definitions = await this.#repositories.customFields.list('subnets');
    const { hold, others } = splitHold(input, definitions);
    await this.#checkReferences(others);
    const { values, custom } = readChangeBesideHold(definitions, { fields: subnetFields }, others, hold);
    await this.#checkAllReferences(others);
    await checkGroups(this.#repositories, values.permissions);
    if (values.linked_subnet !== found.linked_subnet) await this.#checkLink(values.linked_subnet);
    subnet.checkKind(values);
    if (subnet.isMovedBy(values)) await this.#checkMove(found, input, values);
    const current = await this.#repositories.subnets.lock(id, 'change');
    if (!current) throw whenUnknown();
    if (subnet.isElsewhere(current)) throw new OutdatedRead();
    requireExpected(this.#caller, subnetFields, current);
    await this.#checkPoolEnd(current, values);
    const ofHold = changeOfHold(current, { hold, tag: values.tag }, this.#timestamp);
    const changes = { ...values, ...ofHold, ...(await this.#permissionsIn(values.sectionId, current)), custom };
    await this.#repositories.subnets.update(id, { ...changes, editDate: this.#timestamp });
    await this.#record(id, 'edit', valuesOfEdit(subnetFields, current, changes));
    if (values.sectionId !== undefined && values.sectionId !== current.sectionId) await this.#moveBelow(id, values.sectionId);
  }

  /**
   * Takes the subnets below one that moved into its new section, with the permissions of that.
   * @throws IpamError as requireStrictOrder does
   */
  async #moveBelow(id: number, sectionId: number): Promise<void> {
    const section = await this.#repositories.sections.find(sectionId);
    const ids: number[] = [];
    for await (const below of this.#repositories.subnets.ids({ descendantsOf: id, order: { by: 'id' } })) ids.push(below);
    const subnets = await lockSubnets(
      this.#repositories,
      ids.filter((below) => below !== id),
    );
    if (!section || subnets.size === 0) return;
    const changes = { sectionId, permissions: section.permissions };
    for (const [below, subnet] of subnets) {
      await this.#repositories.subnets.update(below, { ...changes, editDate: this.#timestamp });
      await this.#record(below, 'edit', valuesOfEdit(subnetFields, subnet, changes));
    }
    if (section.strictMode) await requireStrictOrder(this.#repositories, this.#caller, section);
  }

  /** A subnet that comes to another section has the permissions of that one. */
  async #permissionsIn(sectionId: number | undefined, current: Subnet): Promise<Partial<Pick<Subnet, 'permissions'>>> {
    if (sectionId === undefined || sectionId === current.sectionId) return {};
    const section = await this.#repositories.sections.find(sectionId);
    return section ? { permissions: section.permissions } : {};
  }

  /** Deletes a subnet with all descendants and their addresses. @throws OutdatedRead, IpamError subnet.unknown */
  async delete(id: number): Promise<void> {
    const whenUnknown = () => new IpamError('subnet.unknown', { id });
    const found = await this.#repositories.subnets.find(id);
    const masterId = found?.masterSubnetId ?? null;
    const held = (await lockSubnets(this.#repositories, masterId === null ? [id] : [masterId, id])).get(id);
    const subnet = await permitted(this.#repositories, this.#caller, held, levels.change, whenUnknown);
    if (subnet.masterSubnetId !== masterId) throw new OutdatedRead();
    requireExpected(this.#caller, subnetFields, subnet);
    const consequence = { of: 'deletion', object: 'subnet', id } as const;
    await recordConsequences(this.#repositories, this.#caller, this.#timestamp, consequence);
    if (!(await this.#repositories.subnets.delete(id))) throw whenUnknown();
    await this.#record(id, 'delete', valuesOfDeleted(subnetFields, subnet));
  }

  /**
   * Deletes subnets of one master, or several without one, with all descendants and their addresses. They are locked, and so is
   * the master. @returns what becomes of each, as `delete` of it alone
   */
  async deleteSiblings(siblings: readonly LockedSubnet[]): Promise<Outcome<void>[]> {
    const doomed: LockedSubnet[] = [];
    const outcomes: Outcome<void>[] = [];
    for (const subnet of siblings) {
      const whenUnknown = () => new IpamError('subnet.unknown', { id: subnet.id });
      const outcome = await outcomeOf(async () => {
        await permitted(this.#repositories, this.#caller, subnet, levels.change, whenUnknown);
        requireExpected(this.#caller, subnetFields, subnet);
      });
      if (!('error' in outcome)) doomed.push(subnet);
      outcomes.push(outcome);
    }
    const ids = doomed.map(({ id }) => id);
    if (ids.length === 0) return outcomes;
    await recordConsequences(this.#repositories, this.#caller, this.#timestamp, { of: 'subnetDeletion', ids });
    await this.#repositories.subnets.deleteAll(ids);
    const entries = doomed.map((subnet) => {
      const told = valuesOfDeleted(subnetFields, subnet);
      return entryOf(this.#caller, this.#timestamp, { object: 'subnet', objectId: subnet.id, action: 'delete', ...told });
    });
    await this.#repositories.changeLog.append(...entries);
    return outcomes;
  }

  #record(objectId: number, action: ChangeAction, told: ChangeValues): Promise<void> {
    return recordChange(this.#repositories, this.#caller, this.#timestamp, { object: 'subnet', objectId, action, ...told });
  }

  async #checkMove(subnet: Subnet, input: Input, values: SubnetChange): Promise<void> {
    if (subnet.isFolder) await this.#repositories.settings.lock(); // or two folders could move below each other unseen
    const masterGiven = 'masterSubnetId' in input ? input.masterSubnetId : subnet.masterSubnetId;
    const place = await this.#places.find(subnet.prefix, values.sectionId ?? subnet.sectionId, masterGiven, subnet);
    if (place.master) place.refuseCycle(subnet.id, await this.#repositories.subnets.ancestorIds(place.master.id));
    const vrfId = values.vrfId === undefined ? subnet.vrfId : values.vrfId;
    if (subnet.prefix) await this.#places.refuseOverlap(subnet.prefix, place, vrfId, subnet.id);
  }

  /** @throws IpamError field.reference for a subnet that is not there for the caller */
  async #checkLink(id: number | null | undefined): Promise<void> {
    if (id === null || id === undefined) return;
    if (!(await canSee(this.#repositories, this.#caller, await this.#repositories.subnets.find(id))))
      throw new IpamError('field.reference', { field: 'linked_subnet', id });
  }

  #checkReferences(input: Input): Promise<void> {
    return checkReferences(this.#repositories, subnetFields, ['vlanId', 'vrfId'], input);
  }

  async #checkAllReferences(input: Input): Promise<void> {
    if (this.#catalog) await checkAllReferences({ catalog: this.#catalog }, subnetFields, input);
  }

  async #checkPoolEnd(subnet: Subnet, change: SubnetChange): Promise<void> {
    const aggregate = new SubnetAggregate(subnet);
    const lost = aggregate.addressesLostBy(change);
    if (lost.length > 0) aggregate.refuseLostAddress(await this.#repositories.addresses.findAnyOf(subnet.id, lost));
  }
}
