import type { Section } from '../../domain/section/section.js';
import type { LockedSubnet, LockStrength } from '../ports/inventory.js';
import type { Repositories } from '../ports/unit-of-work.js';

/**
 * Holds several subnets until the unit of work ends, by ascending id. Every use-case holds sections before subnets and rows
 * of one sort in this order, so that units of work do not wait for each other in a ring.
 * @returns those that are there, by id
 */
export async function lockSubnets({ subnets }: Repositories, ids: readonly number[]): Promise<ReadonlyMap<number, LockedSubnet>> {
  return new Map((await subnets.lockAll([...new Set(ids)])).map((subnet) => [subnet.id, subnet]));
}

/** Holds several sections, each in its strength, in the order that lockSubnets tells of: that of an object's numeric keys. */
export async function lockSections(
  { sections }: Repositories,
  strengths: Readonly<Record<number, LockStrength>>,
): Promise<ReadonlyMap<number, Section>> {
  const found = new Map<number, Section>();
  for (const [id, strength] of Object.entries(strengths)) {
    const section = await sections.lock(Number(id), strength);
    if (section) found.set(section.id, section);
  }
  return found;
}

/**
 * A section below which a subnet is to come. One that is not strict is locked, so that it does not become strict unseen by the
 * new subnet; one that is strict needs no lock for that.
 */
export async function sectionToFill({ sections }: Pick<Repositories, 'sections'>, id: number): Promise<Section | undefined> {
  const found = await sections.find(id);
  return found?.strictMode === false ? sections.lock(id, 'share') : found;
}
