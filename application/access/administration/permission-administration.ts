import { readGroupLevel } from '../../../domain/access/group-levels.js';
import type { Group } from '../../../domain/access/user.js';
import { IpamError } from '../../../domain/errors.js';
import { defineFields } from '../../../domain/fields/field.js';
import { type PermissionLevel, type PermissionMap, withLevel } from '../../../domain/fields/permission-map.js';
import { readFields } from '../../../domain/fields/read-fields.js';
import { type Section, sectionFields } from '../../../domain/section/section.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import type { Caller } from '../../caller.js';
import { recordChange, recordConsequences, valuesOfEdit } from '../../changes/change-log.js';
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

interface Holder {
  readonly permissions: PermissionMap | null;
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
      const { sections } = unit.repositories;
      const section = await sections.lock(id, 'change');
      if (!section) throw new IpamError('section.unknown', { id });
      requireExpected(caller, sectionFields, section);
      const { set, permissions } = await changed(unit, section, input);
      await sections.update(id, { permissions, editDate: unit.at });
      const change = { object: 'section', objectId: id, action: 'permissions' } as const;
      const values = valuesOfEdit(sectionFields, section, { permissions });
      await recordChange(unit.repositories, caller, unit.at, { ...change, ...values });
      return { ...set, subnets: isForSubnets ? await setOfAllSubnets(unit, caller, id, set) : 0 };
    });
  }

  /** @throws IpamError subnet.unknown, field.required, permission.groupUnknown, subnet.permissionLevelUnknown */
  setOfSubnet(caller: Caller, id: number, input: LevelInput): Promise<SetLevel> {
    return this.#units.run(caller, async (unit) => {
      const { subnets } = unit.repositories;
      const subnet = await subnets.lock(id, 'change');
      if (!subnet) throw new IpamError('subnet.unknown', { id });
      requireExpected(caller, subnetFields, subnet);
      const { set, permissions } = await changed(unit, subnet, input);
      await subnets.update(id, { permissions, editDate: unit.at });
      const change = { object: 'subnet', objectId: id, action: 'permissions' } as const;
      const values = valuesOfEdit(subnetFields, subnet, { permissions });
      await recordChange(unit.repositories, caller, unit.at, { ...change, ...values });
      return set;
    });
  }
}

/**
 * Sets the level of one group. Returns this level and the changed permissions.
 * @throws IpamError field.required, permission.groupUnknown, subnet.permissionLevelUnknown
 */
async function changed(
  { repositories }: AdministrativeUnit,
  { permissions }: Holder,
  input: LevelInput,
): Promise<{ readonly set: SetLevel; readonly permissions: PermissionMap | null }> {
  const set = readGroupLevel(await repositories.groups.list(), input.group, levelOfWord(input.level));
  return { set, permissions: withLevel(permissions, set.group.id, set.level) };
}

async function setOfAllSubnets(
  { repositories, at }: AdministrativeUnit,
  caller: Caller,
  sectionId: number,
  { group, level }: SetLevel,
): Promise<number> {
  const change = { sectionId, groupId: group.id, level };
  await recordConsequences(repositories, caller, at, { of: 'levelOfSubnets', ...change });
  return repositories.groups.setLevelOfSubnets(change, at);
}
