import type { IpamError } from '../../domain/errors.js';
import type { Prefix } from '../../domain/net/prefix.js';
import {
  levelInSubnet,
  levels,
  obstacleSeenBy,
  requireInventoryRight,
  requireLevel,
  shows,
} from '../../domain/permission/access-policy.js';
import type { PermissionLevel } from '../../domain/permission/permission-map.js';
import type { Network, Subnet } from '../../domain/subnet/subnet.js';
import type { Caller } from '../caller.js';
import type { SectionReader } from '../ports/inventory.js';

export { levels };

/** Where the sections of subnets are found. */
export interface SectionSource {
  readonly sections: Pick<SectionReader, 'find'>;
}

/** A caller's level on a subnet. The section is read only if the level depends on it. */
export async function levelOn({ sections }: SectionSource, { principal }: Caller, subnet: Subnet): Promise<PermissionLevel> {
  const section = principal.unrestricted ? undefined : await sections.find(subnet.sectionId);
  return levelInSubnet(principal, { subnet, section });
}

/**
 * The subnet, if the caller has a level on it.
 * @throws IpamError permission.denied, or the one made when it is not there or not for this caller to see
 */
export async function permitted<S extends Subnet>(
  readers: SectionSource,
  caller: Caller,
  subnet: S | undefined,
  needed: PermissionLevel,
  whenUnknown: () => IpamError,
): Promise<S> {
  if (!subnet) throw whenUnknown();
  requireLevel(await levelOn(readers, caller, subnet), needed, whenUnknown);
  return subnet;
}

/** Whether a subnet is there and the caller sees it. */
export async function sees(readers: SectionSource, caller: Caller, subnet: Subnet | undefined): Promise<boolean> {
  return subnet !== undefined && shows(await levelOn(readers, caller, subnet));
}

/** A network that is in the way, as an error may name it to the caller. @param place which is not free */
export async function obstacleFor(readers: SectionSource, caller: Caller, found: Network, place: Prefix): Promise<Network> {
  return obstacleSeenBy(await sees(readers, caller, found), found, place);
}

/** Lets only callers pass who may write what belongs to no section. @throws IpamError permission.denied */
export const requireInventory = ({ principal }: Caller): void => requireInventoryRight(principal);
