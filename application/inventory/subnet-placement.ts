import { levels } from '../../domain/access/access-policy.js';
import { masterUnknown, permittedPosition } from '../../domain/access/requested-position.js';
import type { Change } from '../../domain/changes/change.js';
import type { Input } from '../../domain/fields/read-fields.js';
import { inputReferences, referenceNames } from '../../domain/fields/references.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { readId } from '../../domain/scalar-text.js';
import type { Section } from '../../domain/section/section.js';
import {
  type DescendantChanges,
  firstReferences,
  type SubnetChange,
  type SubnetFacts,
  type SubnetInputFacts,
  type SubnetMove,
} from '../../domain/subnet/edit.js';
import type { SubnetPosition } from '../../domain/subnet/position.js';
import { type ExpectedNetwork, type Subnet, subnetFields } from '../../domain/subnet/subnet.js';
import { type NewSubnet, type NewSubnetFacts, SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import { type Caller, canSee, permitted, readPermitted, unknownSubnet } from '../caller.js';
import { added, deleted, edited, entryOf, recordChange, recordConsequences } from '../changes/change-log.js';
import type { Changes } from '../ports/inventory/records.js';
import type { LockedSubnet } from '../ports/inventory/subnets.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { type Outcome, outcomeOf } from '../unit-of-work/batch.js';
import { requireExpected } from '../unit-of-work/expected-version.js';
import { OutdatedRead } from '../unit-of-work/optimistic-retry.js';
import { LockedPositions } from './locked-positions.js';
import { requireStrictOrder } from './merged-networks.js';
import { groupsFor, missingReferences, withNumericLevels } from './record-input.js';
import { lockSubnets } from './row-locks.js';

export interface CreatedSubnet {
  readonly id: number;
  /** null for a folder. */
  readonly prefix: Prefix | null;
}

export type SharedFacts = Pick<NewSubnetFacts, 'defaults' | 'definitions'>;

export async function factsOfNewSubnets({
  settings,
  customFields,
}: Pick<Repositories, 'settings' | 'customFields'>): Promise<SharedFacts> {
  const [{ defaults }, definitions] = await Promise.all([settings.read(), customFields.list('subnets')]);
  return { defaults: { scanAgent: defaults.subnetScanAgent, tag: defaults.subnetState }, definitions };
}

export interface LockedParent {
  readonly master: Subnet | undefined;
  readonly sections: Pick<Repositories['sections'], 'find'>;
  readonly facts: SharedFacts;
}

export interface FreePosition {
  readonly prefix: Prefix;
  readonly master: Subnet;
  readonly section: Section | undefined;
}

/**
 * Creates, moves and deletes subnets within one unit of work. Locks the row that concurrent placements depend on: the master, or
 * the section of a top-level network in a strict section.
 */
export class SubnetPlacement {
  readonly #repositories: Repositories;
  readonly #caller: Caller;
  readonly #timestamp: string;
  readonly #positions: LockedPositions;
  readonly #catalog: Pick<Repositories['catalog'], 'find'> | undefined;

  /** @param catalog checks all references; undefined: the storage reports missing ones, which fails the unit of work */
  constructor(repositories: Repositories, caller: Caller, timestamp: string, catalog?: Pick<Repositories['catalog'], 'find'>) {
    this.#catalog = catalog;
    this.#repositories = repositories;
    this.#caller = caller;
    this.#timestamp = timestamp;
    this.#positions = new LockedPositions(repositories, caller, timestamp);
  }

  async create(prefix: Prefix | null, input: Input): Promise<CreatedSubnet> {
    const position = await this.#positions.find(prefix, input.sectionId, input.masterSubnetId);
    return { id: await this.insert(await this.#prepare(position, prefix, input)), prefix };
  }

  async prepareBelow({ master: locked, sections, facts }: LockedParent, prefix: Prefix | null, input: Input): Promise<NewSubnet> {
    const levelSource = { sections, subnets: this.#repositories.subnets };
    const master = await permitted(levelSource, this.#caller, locked, levels.change, () => masterUnknown(input.masterSubnetId));
    const sectionId = readId(input.sectionId);
    const section = sectionId === undefined ? undefined : await sections.find(sectionId);
    const requested = { sectionInput: input.sectionId, section, master };
    return this.#prepare(permittedPosition(prefix, requested, this.#caller.principal), prefix, input, facts);
  }

  async #prepare(position: SubnetPosition, prefix: Prefix | null, input: Input, known?: SharedFacts): Promise<NewSubnet> {
    const vrfId = SubnetAggregate.vrfOf(input);
    const [shared, references, conflict] = await Promise.all([
      known ?? factsOfNewSubnets(this.#repositories),
      this.#references(input),
      prefix ? this.#positions.findConflict(prefix, position, vrfId) : undefined,
    ]);
    return SubnetAggregate.create(position, prefix, input, { ...shared, ...references, conflict, at: this.#timestamp });
  }

  /** The record of a network in free space of a locked master. Free space needs no overlap check. */
  async prepareFree({ prefix, master, section }: FreePosition, input: Input, shared: SharedFacts): Promise<NewSubnet> {
    const requested = { sectionInput: master.sectionId, section, master };
    const position = permittedPosition(prefix, requested, this.#caller.principal);
    const references = await this.#references(input);
    const facts = { ...shared, ...references, conflict: undefined, at: this.#timestamp };
    return SubnetAggregate.create(position, prefix, input, facts);
  }

  async insert(subnet: NewSubnet): Promise<number> {
    const id = await this.#repositories.subnets.insert(subnet);
    await this.#record(added('subnet', id, subnet));
    return id;
  }

  async #references(input: Input, linked: number | null = null): Promise<Omit<SubnetFacts, 'definitions'>> {
    const references = this.#catalog ? allReferences : firstReferences;
    const source = this.#catalog ? { catalog: this.#catalog } : this.#repositories;
    const link = SubnetAggregate.linkOf(input);
    const missing = await missingReferences(source, inputReferences(subnetFields, references, input));
    const isLinkMissing =
      link !== null &&
      link !== linked &&
      !(await canSee(this.#repositories, this.#caller, await this.#repositories.subnets.find(link)));
    return { references, missing, isLinkMissing };
  }

  /** Changes the fields of a subnet, including its position. @throws OutdatedRead, and IpamError those of Subnets.change */
  async change(id: number, input: Input, expectedNetwork: ExpectedNetwork): Promise<void> {
    const subnet = new SubnetAggregate(await readPermitted(this.#repositories, this.#caller, id, levels.change));
    const numeric = withNumericLevels(subnetFields, input);
    const edit = subnet.change(numeric, expectedNetwork, await this.#factsOfChange(subnet.record, numeric));
    const move = edit.isMove ? await this.#move(subnet, input, edit.values) : undefined;
    const current = await this.#repositories.subnets.lock(id, 'change');
    if (!current) throw unknownSubnet(id)();
    if (edit.isOutdatedBy(current)) throw new OutdatedRead();
    requireExpected(this.#caller, subnetFields, current);
    const lost = edit.addressesLost(current);
    const lostAddress = lost.length > 0 ? await this.#repositories.addresses.findAnyOf(id, lost) : undefined;
    const { changes, descendants } = edit.changes(current, { move, lostAddress, at: this.#timestamp });
    await this.#storeEdit(current, changes);
    if (descendants) await this.#changeDescendants(id, descendants);
  }

  async #factsOfChange({ linked_subnet: linked }: Subnet, input: Input): Promise<SubnetInputFacts> {
    const definitions = await this.#repositories.customFields.list('subnets');
    const references = await this.#references(input, linked);
    return { definitions, ...references, groups: await groupsFor(this.#repositories, input) };
  }

  async #move(subnet: SubnetAggregate, input: Input, values: SubnetChange): Promise<SubnetMove> {
    const { record } = subnet;
    if (record.isFolder) await this.#repositories.settings.lock(); // prevents a cycle through concurrent moves
    const masterInput = 'masterSubnetId' in input ? input.masterSubnetId : record.masterSubnetId;
    const position = await this.#positions.find(record.prefix, values.sectionId ?? record.sectionId, masterInput, record);
    const ancestors = position.master ? await this.#repositories.subnets.ancestorIds(position.master.id) : [];
    const vrfId = values.vrfId === undefined ? record.vrfId : values.vrfId;
    const conflict = record.prefix ? await this.#positions.findConflict(record.prefix, position, vrfId, record.id) : undefined;
    return subnet.moveTo(position, { ancestors, conflict });
  }

  async #changeDescendants(id: number, { changes, strictSection }: DescendantChanges): Promise<void> {
    const ids: number[] = [];
    for await (const below of this.#repositories.subnets.ids({ descendantsOf: id, order: { by: 'id' } })) ids.push(below);
    const subnets = await lockSubnets(
      this.#repositories,
      ids.filter((below) => below !== id),
    );
    if (subnets.size === 0) return;
    for (const subnet of subnets.values()) await this.#storeEdit(subnet, changes);
    if (strictSection) await requireStrictOrder(this.#repositories, this.#caller, strictSection);
  }

  async #storeEdit(subnet: Subnet, changes: Changes<Subnet>): Promise<void> {
    await this.#repositories.subnets.update(subnet.id, { ...changes, editDate: this.#timestamp });
    await this.#record(edited('subnet', subnet, changes));
  }

  /**
   * Deletes a subnet with all descendants and their addresses.
   * @throws OutdatedRead, IpamError subnet.unknown, permission.denied, record.changed
   */
  async delete(id: number): Promise<void> {
    const found = await this.#repositories.subnets.find(id);
    const masterId = found?.masterSubnetId ?? null;
    const locked = (await lockSubnets(this.#repositories, masterId === null ? [id] : [masterId, id])).get(id);
    const subnet = await permitted(this.#repositories, this.#caller, locked, levels.change, unknownSubnet(id));
    if (subnet.masterSubnetId !== masterId) throw new OutdatedRead();
    requireExpected(this.#caller, subnetFields, subnet);
    const consequence = { of: 'deletion', object: 'subnet', id } as const;
    await recordConsequences(this.#repositories, this.#caller, this.#timestamp, consequence);
    if (!(await this.#repositories.subnets.delete(id))) throw unknownSubnet(id)();
    await this.#record(deleted('subnet', subnet));
  }

  /** Deletes subnets of one master, or without master, with all descendants. Subnets and master must be locked. */
  async deleteSiblings(siblings: readonly LockedSubnet[]): Promise<Outcome<void>[]> {
    const subnets: LockedSubnet[] = [];
    const outcomes: Outcome<void>[] = [];
    for (const subnet of siblings) {
      const outcome = await outcomeOf(async () => {
        await permitted(this.#repositories, this.#caller, subnet, levels.change, unknownSubnet(subnet.id));
        requireExpected(this.#caller, subnetFields, subnet);
      });
      if (!('error' in outcome)) subnets.push(subnet);
      outcomes.push(outcome);
    }
    const ids = subnets.map(({ id }) => id);
    if (ids.length === 0) return outcomes;
    await recordConsequences(this.#repositories, this.#caller, this.#timestamp, { of: 'subnetDeletion', ids });
    await this.#repositories.subnets.deleteAll(ids);
    const entries = subnets.map((subnet) => entryOf(this.#caller, this.#timestamp, deleted('subnet', subnet)));
    await this.#repositories.changeLog.append(...entries);
    return outcomes;
  }

  #record(change: Change): Promise<void> {
    return recordChange(this.#repositories, this.#caller, this.#timestamp, change);
  }
}

const allReferences = referenceNames(subnetFields);
