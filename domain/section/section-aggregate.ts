import { IpamError } from '../errors.js';
import type { CustomField } from '../fields/custom-field.js';
import type { FieldValue } from '../fields/field.js';
import { type PermissionLevel, withLevel } from '../fields/permission-map.js';
import type { Input } from '../fields/read-fields.js';
import { checkFieldNames, readRecordInput } from '../fields/record-input.js';
import { requireGroups } from '../fields/references.js';
import { checkSectionName, type OrderOfSubnets, type Section, sectionFields, subnetOrderFields } from './section.js';

export interface SectionFacts {
  readonly definitions: readonly CustomField[];
  /** The existing groups among those of the input. */
  readonly groups: ReadonlySet<number>;
  /** The parent section, if the caller may change it. */
  readonly master: Section | undefined;
}

export interface NewSectionFacts extends SectionFacts {
  /** Values that override field defaults. */
  readonly defaults: Readonly<Record<string, FieldValue>>;
}

export interface SectionChangeFacts extends SectionFacts {
  /** Only required if the parent changes. */
  readonly hasChildren: boolean;
}

export type NewSection = Omit<Section, 'id'>;

export interface SectionChanges {
  readonly changes: Partial<NewSection>;
  /** If true, networks must be checked for overlaps. */
  readonly becomesStrict: boolean;
}

export class SectionAggregate {
  readonly record: Section;

  constructor(record: Section) {
    this.record = record;
  }

  /** These checks precede those of the parent section. @throws IpamError field.unknown, section.nameTooShort */
  static checkInput(input: Input, definitions: readonly CustomField[]): void {
    checkFieldNames(definitions, sectionFields, input);
    checkSectionName(input.name);
  }

  /** @throws IpamError field.unknown, section.nameTooShort, section.tooDeep, field.*, permission.groupUnknown, in this order */
  static create(input: Input, { definitions, defaults, groups, master }: NewSectionFacts): NewSection {
    SectionAggregate.checkInput(input, definitions);
    if (master) new SectionAggregate(master).checkChild();
    const { values, custom } = readRecordInput(definitions, { fields: sectionFields, defaults }, input, 'create');
    requireGroups(values.permissions, groups);
    return { ...values, custom };
  }

  /**
   * @throws IpamError section.nameTooShort, section.masterOfItself, section.tooDeep, field.*, record.nothingToChange,
   *   permission.groupUnknown, in this order
   */
  change(input: Input, { definitions, groups, master, hasChildren }: SectionChangeFacts): SectionChanges {
    const { id, strictMode } = this.record;
    if ('name' in input) checkSectionName(input.name);
    if (master) new SectionAggregate(master).checkChild({ id, hasChildren });
    const { values, custom } = readRecordInput(definitions, { fields: sectionFields }, input, 'change');
    requireGroups(values.permissions, groups);
    return { changes: { ...values, custom }, becomesStrict: values.strictMode === true && !strictMode };
  }

  /** @param level 0 removes the group */
  setLevel(groupId: number, level: PermissionLevel): Pick<Section, 'permissions'> {
    return { permissions: withLevel(this.record.permissions, groupId, level) };
  }

  /** @param moving undefined for a new section @throws IpamError section.masterOfItself, section.tooDeep */
  checkChild(moving?: { readonly id: number; readonly hasChildren: boolean }): void {
    if (moving?.id === this.record.id) throw new IpamError('section.masterOfItself');
    if (this.record.masterSection !== null || moving?.hasChildren) throw new IpamError('section.tooDeep');
  }

  /** Read from e.g. `description,desc`. By network for an unknown column. */
  get orderOfSubnets(): OrderOfSubnets {
    const [fieldText, direction] = (this.record.subnetOrdering ?? '').split(',');
    const field = subnetOrderFields.find((name) => name === fieldText);
    return { field: field ?? 'subnet', descending: field !== undefined && direction === 'desc' };
  }
}
