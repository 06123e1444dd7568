import { IpamError } from '../errors.js';
import type { Prefix } from '../net/prefix.js';
import { scalarText } from '../scalar-text.js';
import type { Section } from '../section/section.js';
import { SubnetPosition, sectionUnknown } from '../subnet/position.js';
import type { Subnet } from '../subnet/subnet.js';
import { SubnetAggregate } from '../subnet/subnet-aggregate.js';
import { levelAsParent, levels, levelToAddSubnet, type Principal, requireLevel } from './access-policy.js';

export interface FoundPosition {
  readonly section: Section | undefined;
  /** A subnet that the principal may change; undefined at the top of a section. */
  readonly master: Subnet | undefined;
}

export interface RequestedPosition extends FoundPosition {
  /** Not validated. */
  readonly sectionInput: unknown;
}

/**
 * Returns the position if the principal may create a subnet there. For a network, the containment in the master is checked
 * before the section. For a folder, the section is checked first.
 * @param prefix null for a folder
 * @throws IpamError subnet.outsideMaster, field.required and field.reference (sectionId), permission.denied,
 *   subnet.masterNotFolder, subnet.otherSection
 */
export function permittedPosition(
  prefix: Prefix | null,
  { sectionInput, section, master }: RequestedPosition,
  by: Principal,
): SubnetPosition {
  const above = master && new SubnetAggregate(master);
  if (prefix) above?.checkChild(prefix);
  const permitted = parentSection({ sectionInput, section, master }, by);
  if (!prefix) above?.checkChild(null);
  if (master && master.sectionId !== permitted.id) throw new IpamError('subnet.otherSection', { sectionId: master.sectionId });
  return new SubnetPosition(permitted, master);
}

/** Permission to change the master includes permission to see its section. */
function parentSection({ sectionInput, section, master }: RequestedPosition, by: Principal): Section {
  const whenUnknown = () => sectionUnknown(sectionInput);
  if (!section) throw whenUnknown();
  const isVisibleWithMaster = by.narrowed !== undefined && section.id === master?.sectionId;
  const level = isVisibleWithMaster ? levels.see : levelAsParent(by, section);
  requireLevel(level, levelToAddSubnet(master), whenUnknown);
  return section;
}

export const masterUnknown = (input: unknown): IpamError =>
  new IpamError('field.reference', { field: 'masterSubnetId', id: scalarText(input) ?? '' });
