import { readGroupLevel } from '../../../domain/access/group-levels.js';
import type { Group } from '../../../domain/access/user.js';
import { shapeOf } from '../../../domain/catalog/record-types.js';
import { IpamError } from '../../../domain/errors.js';
import { defineFields } from '../../../domain/fields/field.js';
import type { PermissionLevel } from '../../../domain/fields/permission-map.js';
import { readFields } from '../../../domain/fields/read-fields.js';
import type { Section } from '../../../domain/section/section.js';
import { SectionAggregate } from '../../../domain/section/section-aggregate.js';
import { SubnetAggregate } from '../../../domain/subnet/subnet-aggregate.js';
import type { Caller } from '../../caller.js';
import { edited, recordChange, recordConsequences } from '../../changes/change-log.js';
import { levelOfWord } from '../../permission-levels.js';
import type { Readers } from '../../ports/unit-of-work.js';
import { requireExpected } from '../../unit-of-work/expected-version.js';
import type { AdministrativeUnit, AdministrativeUnits } from './administrative-units.js';
import { requireAdministrator } from './requirements.js';

export interface PermissionMatrix {
  readonly groups: readonly Group[];
  readonly sections: readonly Pick<Section, 'id' | 'name' | 'masterSection' | 'permissions'>[];
}

/** Requested level of a group. The group is a name or id. */
export interface LevelInput {
  readonly group: unknown;
  readonly level: unknown;
}

/** Requested level of a group on a section. */
export interface SectionLevelInput extends LevelInput {
  /** Whether to set the level of all subnets of the section as well. A flag; default: false. */
  readonly subnets?: unknown;
}

const subnetsField = defineFields({ subnets: { type: 'flag' } });

export interface SetLevel {
  readonly group: Group;
  readonly level: PermissionLevel;
}

export interface SetSectionLevel extends SetLevel {
  readonly subnets: number;
}

/**
 * Reads and sets permissions by group and object, so that parallel changes do not overwrite each other. Each change is logged.
 */
export class PermissionAdministration {
  readonly #readers: Readers;
  readonly #units: AdministrativeUnits;

  constructor(readers: Readers, units: AdministrativeUnits) {
    this.#readers = readers;
    this.#units = units;
  }

  async read(caller: Caller): Promise<PermissionMatrix> {
    requireAdministrator(caller);
    const sections: PermissionMatrix['sections'][number][] = [];
    for await (const section of this.#readers.sections.list()) sections.push(section);
    return { groups: await this.#readers.groups.list(), sections };
  }

  /**
   * Sets the level on the section, and on request on all of its subnets. Child sections do not change.
   * @throws IpamError section.unknown, field.required, permission.groupUnknown, subnet.permissionLevelUnknown, field.type
   */
  async setOfSection(caller: Caller, id: number, input: SectionLevelInput): Promise<SetSectionLevel> {
    const { subnets: isForSubnets } = readFields(subnetsField, { subnets: input.subnets ?? false }, 'create');
    return this.#units.run(caller, async (unit) => {
      const set = await setLevel(unit, caller, 'section', id, input);
      if (!isForSubnets) return { ...set, subnets: 0 };
      const { repositories, at } = unit;
      const change = { sectionId: id, groupId: set.group.id, level: set.level };
      await recordConsequences(repositories, caller, at, { of: 'levelOfSubnets', ...change });
      return { ...set, subnets: await repositories.groups.setLevelOfSubnets(change, at) };
    });
  }

  /** @throws IpamError subnet.unknown, field.required, permission.groupUnknown, subnet.permissionLevelUnknown */
  setOfSubnet(caller: Caller, id: number, input: LevelInput): Promise<SetLevel> {
    return this.#units.run(caller, (unit) => setLevel(unit, caller, 'subnet', id, input));
  }
}

/** @throws IpamError section.unknown, subnet.unknown, field.required, permission.groupUnknown, subnet.permissionLevelUnknown */
async function setLevel(
  { repositories, at }: AdministrativeUnit,
  caller: Caller,
  object: 'section' | 'subnet',
  objectId: number,
  input: LevelInput,
): Promise<SetLevel> {
  const records = object === 'section' ? repositories.sections : repositories.subnets;
  const aggregate = await lockAggregate(repositories, object, objectId);
  if (!aggregate) throw new IpamError(`${object}.unknown`, { id: objectId });
  const { record } = aggregate;
  requireExpected(caller, shapeOf(object).fields, record);
  const set = readGroupLevel(await repositories.groups.list(), input.group, levelOfWord(input.level));
  const changes = aggregate.setLevel(set.group.id, set.level);
  await records.update(objectId, { ...changes, editDate: at });
  await recordChange(repositories, caller, at, edited(object, record, changes, 'permissions'));
  return set;
}

async function lockAggregate(
  { sections, subnets }: AdministrativeUnit['repositories'],
  object: 'section' | 'subnet',
  id: number,
): Promise<SectionAggregate | SubnetAggregate | undefined> {
  if (object === 'section') {
    const section = await sections.lock(id, 'change');
    return section && new SectionAggregate(section);
  }
  const subnet = await subnets.lock(id, 'change');
  return subnet && new SubnetAggregate(subnet);
}
