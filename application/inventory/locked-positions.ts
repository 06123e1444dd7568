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
    const found = isUnset(masterInput)
      ? await this.#top(sectionId, prefix, left)
      : await this.#below(sectionId, masterInput, left);
    return permittedPosition(prefix, { sectionInput, ...found }, this.#caller.principal);
  }

  /** Locks the section if the new network is compared with the section's networks. @param left further subnets to lock */
  async #top(sectionId: number | undefined, prefix: Prefix | null, left: readonly number[]): Promise<FoundPosition> {
    const found = await this.#section(sectionId);
    const isCompared = found !== undefined && new SubnetPosition(found).comparesWithSection(prefix);
    const section = isCompared ? await this.#repositories.sections.lock(found.id, 'change') : found;
    await lockSubnets(this.#repositories, left);
    return { section, master: undefined };
  }

  async #below(sectionId: number | undefined, masterInput: unknown, left: readonly number[]): Promise<FoundPosition> {
    const section = await this.#section(sectionId); // before the subnets, according to the lock order
    return { section, master: await this.#master(masterInput, left) };
  }

  async #section(id: number | undefined): Promise<Section | undefined> {
    return id === undefined ? undefined : sectionToFill(this.#repositories, id);
  }

  async #master(input: unknown, otherIds: readonly number[]): Promise<Subnet> {
    const id = readId(input);
    const locked = id === undefined ? undefined : await lockSubnets(this.#repositories, [id, ...otherIds]);
    const master = locked?.get(id ?? 0);
    return permitted(this.#repositories, this.#caller, master, levels.change, () => masterUnknown(input));
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
