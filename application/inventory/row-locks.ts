import type { Section } from '../../domain/section/section.js';
import type { LockStrength } from '../ports/inventory/records.js';
import type { LockedSubnet } from '../ports/inventory/subnets.js';
import type { Repositories } from '../ports/unit-of-work.js';

/** Locks subnets by ascending id. All use-cases lock sections before subnets, each by ascending id, to prevent deadlocks. */
export async function lockSubnets({ subnets }: Repositories, ids: readonly number[]): Promise<ReadonlyMap<number, LockedSubnet>> {
  return new Map((await subnets.lockAll([...new Set(ids)])).map((subnet) => [subnet.id, subnet]));
}

/** Locks sections by ascending id: Object.entries has numeric keys in this order. */
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

/** The section of a new subnet. A section without strict mode is locked (share), so that strict mode stays off. */
export async function sectionToFill({ sections }: Pick<Repositories, 'sections'>, id: number): Promise<Section | undefined> {
  const found = await sections.find(id);
  return found?.strictMode === false ? sections.lock(id, 'share') : found;
}
