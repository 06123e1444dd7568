import { IpamError } from '../domain/errors.js';
import type { Prefix } from '../domain/net/prefix.js';
import { levelIn, levelOnSubnet } from '../domain/permission/effective-permission.js';
import type { PermissionLevel } from '../domain/permission/permission-map.js';
import type { Section } from '../domain/section/section.js';
import type { Network, Subnet } from '../domain/subnet/subnet.js';
import type { Caller } from './caller.js';
import type { SectionReader } from './ports/inventory.js';

/** Where the sections of subnets are found. */
export interface SectionSource {
  readonly sections: Pick<SectionReader, 'find'>;
}

/** Level that shows an object, that lets its addresses be written, and that lets the object itself be changed. */
export const levels = { see: 1, writeAddresses: 2, change: 3 } as const satisfies Record<string, PermissionLevel>;

/** A caller's level on a section. */
export const levelOnSection = ({ holder }: Caller, section: Section): PermissionLevel => levelIn(section.permissions, holder);

/** A caller's level on a subnet. */
export async function levelOn({ sections }: SectionSource, { holder }: Caller, subnet: Subnet): Promise<PermissionLevel> {
  if (holder.unrestricted) return 3;
  const section = await sections.find(subnet.sectionId);
  return levelOnSubnet(section?.permissions ?? null, subnet.permissions, holder);
}

/**
 * Lets nobody pass who has less than a level. Who may not even see the object is told what an unknown one would give.
 * @throws IpamError permission.denied, or the one given
 */
export function requireLevel(level: PermissionLevel, needed: PermissionLevel, whenUnknown: IpamError): void {
  if (level < levels.see) throw whenUnknown;
  if (level < needed) throw new IpamError('permission.denied');
}

/**
 * The subnet, if the caller has a level on it.
 * @throws IpamError permission.denied, or the one given when it is not there or not for this caller to see
 */
export async function permitted<S extends Subnet>(
  readers: SectionSource,
  caller: Caller,
  subnet: S | undefined,
  needed: PermissionLevel,
  whenUnknown: IpamError,
): Promise<S> {
  if (!subnet) throw whenUnknown;
  requireLevel(await levelOn(readers, caller, subnet), needed, whenUnknown);
  return subnet;
}

/** Whether a subnet is there and the caller sees it. */
export async function sees(readers: SectionSource, caller: Caller, subnet: Subnet | undefined): Promise<boolean> {
  return subnet !== undefined && (await levelOn(readers, caller, subnet)) >= levels.see;
}

/**
 * A network that is in the way, as an error may name it: to who does not see it, it is but the place that was asked for.
 * @param place which is not free
 */
export async function obstacleFor(readers: SectionSource, caller: Caller, found: Network, place: Prefix): Promise<Network> {
  return (await sees(readers, caller, found)) ? found : { ...found, prefix: place, description: null };
}

/**
 * Lets nobody pass but administrators and users whose inventory right is write: who writes what belongs to no section.
 * @throws IpamError permission.denied
 */
export function requireInventory({ holder, user }: Caller): void {
  if (!holder.unrestricted && user?.inventory !== 'write') throw new IpamError('permission.denied');
}
