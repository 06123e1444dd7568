import { levels } from '../../domain/access/access-policy.js';
import { type FoundPosition, masterUnknown, permittedPosition } from '../../domain/access/requested-position.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { isUnset, readId } from '../../domain/scalar-text.js';
import type { Section } from '../../domain/section/section.js';
import { type OverlapScope, SubnetPosition } from '../../domain/subnet/position.js';
import type { Network, Subnet } from '../../domain/subnet/subnet.js';
import { type Caller, conflictFor, permitted } from '../caller.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { ExpiredHolds } from './expired-holds.js';
import { lockSubnets, sectionToFill } from './row-locks.js';

/** Resolves requested positions of subnets and locks them until the unit of work ends. */
export class LockedPositions {
  readonly #repositories: Repositories;
  readonly #caller: Caller;
  readonly #timestamp: string;

  constructor(repositories: Repositories, caller: Caller, timestamp: string) {
    this.#repositories = repositories;
    this.#caller = caller;
    this.#timestamp = timestamp;
  }

  /** Locks sections, then subnets by ascending id, including a moved subnet and its old master. This order prevents deadlocks. */
  async find(prefix: Prefix | null, sectionInput: unknown, masterInput: unknown, moved?: Subnet): Promise<SubnetPosition> {
    const sectionId = readId(sectionInput);
    const left = moved ? [moved.id, ...(moved.masterSubnetId === null ? [] : [moved.masterSubnetId])] : [];
    const section = sectionId === undefined ? undefined : await sectionToFill(this.#repositories, sectionId);
    const found = await (isUnset(masterInput) ? this.#top(section, prefix, left) : this.#below(section, masterInput, left));
    return permittedPosition(prefix, { sectionInput, ...found }, this.#caller.principal);
  }

  /** Locks the section if the new network is compared with the section's networks. @param left further subnets to lock */
  async #top(found: Section | undefined, prefix: Prefix | null, left: readonly number[]): Promise<FoundPosition> {
    const isCompared = found !== undefined && new SubnetPosition(found).comparesWithSection(prefix);
    const section = isCompared ? await this.#repositories.sections.lock(found.id, 'change') : found; // before the subnets, according to the lock order
    await lockSubnets(this.#repositories, left);
    return { section, master: undefined };
  }

  async #below(section: Section | undefined, masterInput: unknown, left: readonly number[]): Promise<FoundPosition> {
    const id = readId(masterInput);
    const locked = id === undefined ? undefined : await lockSubnets(this.#repositories, [id, ...left]);
    const unknown = () => masterUnknown(masterInput);
    return { section, master: await permitted(this.#repositories, this.#caller, locked?.get(id ?? 0), levels.change, unknown) };
  }

  async findConflict(
    prefix: Prefix,
    position: SubnetPosition,
    vrfId: number | null,
    exceptId?: number,
  ): Promise<Network | undefined> {
    const scope = position.overlapScope(vrfId);
    return scope && findConflict(this.#repositories, this.#caller, this.#timestamp, { prefix, scope, exceptId });
  }
}

interface Overlap {
  readonly prefix: Prefix;
  readonly scope: OverlapScope;
  readonly exceptId?: number | undefined;
}

/** The network that overlaps a prefix, with only the members that the caller may see. Expired holds are freed first. */
export async function findConflict(
  repositories: Repositories,
  caller: Caller,
  timestamp: string,
  { prefix, scope, exceptId }: Overlap,
): Promise<Network | undefined> {
  const find = () => repositories.subnets.findOverlap(prefix, scope, exceptId);
  let found = await find();
  const holds = new ExpiredHolds(repositories, timestamp);
  while (found && (await holds.freeIfExpired(found))) found = await find();
  return found && conflictFor(repositories, caller, found, prefix);
}
