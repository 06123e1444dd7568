import { IpamError } from '../errors.js';
import type { Prefix } from '../net/prefix.js';
import { scalarText } from '../scalar-text.js';
import type { Section } from '../section/section.js';
import { SubnetPosition, sectionUnknown } from '../subnet/position.js';
import type { Subnet } from '../subnet/subnet.js';
import { SubnetAggregate } from '../subnet/subnet-aggregate.js';
import { levelAsParent, levels, levelToAddSubnet, type Principal, requireLevel } from './access-policy.js';

/** Existing records of a requested position. */
export interface FoundPosition {
  readonly section: Section | undefined;
  /** A subnet that the principal may change; undefined at the top. */
  readonly master: Subnet | undefined;
}

/** A requested position and its existing records. */
export interface RequestedPosition extends FoundPosition {
  /** The requested section, as received. */
  readonly sectionGiven: unknown;
}

/**
 * The position, if the principal may put a subnet there. A network outside of its master is reported before errors of the
 * section, a folder below a network after them.
 * @param prefix the subnet's network, null for a folder
 * @throws IpamError subnet.outsideMaster, field.required and field.reference (sectionId), permission.denied,
 * subnet.masterNotFolder, subnet.otherSection for a master in another section
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

/** The section. A master that the principal may change implies the right to see its section. */
function parentSection({ sectionGiven, section, master }: RequestedPosition, by: Principal): Section {
  const whenUnknown = () => sectionUnknown(sectionGiven);
  if (!section) throw whenUnknown();
  const isSeenWithMaster = by.narrowed !== undefined && section.id === master?.sectionId;
  const level = isSeenWithMaster ? levels.see : levelAsParent(by, section);
  requireLevel(level, levelToAddSubnet(master), whenUnknown);
  return section;
}

/** The error for the id of an unknown master. */
export const masterUnknown = (given: unknown): IpamError =>
  new IpamError('field.reference', { field: 'masterSubnetId', id: scalarText(given) ?? '' });
