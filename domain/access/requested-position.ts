import { IpamError } from '../errors.js';
import type { Prefix } from '../net/prefix.js';
import { scalarText } from '../scalar-text.js';
import type { Section } from '../section/section.js';
import { SubnetPosition, sectionUnknown } from '../subnet/position.js';
import type { Subnet } from '../subnet/subnet.js';
import { SubnetAggregate } from '../subnet/subnet-aggregate.js';
import { levelAsParent, levels, levelToAddSubnet, type Principal, requireLevel } from './access-policy.js';

/** What is there of a place that a subnet is to come to. */
export interface FoundPosition {
  readonly section: Section | undefined;
  /** One that the principal may change; none at the top. */
  readonly master: Subnet | undefined;
}

/** A place as it was asked for, and as far as it is there. */
export interface RequestedPosition extends FoundPosition {
  /** What the caller calls the section. */
  readonly sectionGiven: unknown;
}

/**
 * The place, if the principal may put a subnet there. A network outside of its master is told before what is wrong with the
 * section, a folder below a network after it.
 * @param prefix the subnet's network, null for a folder
 * @throws IpamError subnet.outsideMaster, field.required and field.reference (sectionId), permission.denied, subnet.masterNotFolder,
 * subnet.otherSection for a master in another section
 */
export function permittedPosition(
  prefix: Prefix | null,
  { sectionGiven, section, master }: RequestedPosition,
  by: Principal,
): SubnetPosition {
  const above = master && new SubnetAggregate(master);
  if (prefix) above?.checkChild(prefix);
  const permitted = parentSection({ sectionGiven, section, master }, by);
  if (!prefix) above?.checkChild(null);
  if (master && master.sectionId !== permitted.id) throw new IpamError('subnet.otherSection', { sectionId: master.sectionId });
  return new SubnetPosition(permitted, master);
}

/** The section; that of a master which the principal may change is seen with it. */
function parentSection({ sectionGiven, section, master }: RequestedPosition, by: Principal): Section {
  const whenUnknown = () => sectionUnknown(sectionGiven);
  if (!section) throw whenUnknown();
  const isSeenWithMaster = by.narrowed !== undefined && section.id === master?.sectionId;
  const level = isSeenWithMaster ? levels.see : levelAsParent(by, section);
  requireLevel(level, levelToAddSubnet(master), whenUnknown);
  return section;
}

/** What is wrong with the id of a master that is not there. */
export const masterUnknown = (given: unknown): IpamError =>
  new IpamError('field.reference', { field: 'masterSubnetId', id: scalarText(given) ?? '' });
