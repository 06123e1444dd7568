import { type ContainerChange, refuseMergedNetworks } from '../../domain/subnet/merged-networks.js';
import { type Caller, obstacleFor } from '../caller.js';
import { lockSections, lockSubnets } from '../inventory/row-locks.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { OutdatedRead } from '../writing/optimistic-retry.js';

/**
 * Refuses a change of a container after which networks overlap in a strict section. What could add such a network must be
 * locked before. @throws IpamError subnet.overlapAfterChange
 */
export async function refuseMerging(repositories: Repositories, caller: Caller, change: ContainerChange): Promise<void> {
  const pair = await repositories.subnets.findMerged(change);
  if (!pair) return refuseMergedNetworks(undefined);
  const [one, other] = pair;
  refuseMergedNetworks([
    await obstacleFor(repositories, caller, one, one.prefix),
    await obstacleFor(repositories, caller, other, other.prefix),
  ]);
}

/** Where the networks of a VRF hang: their sections and masters. */
async function placesOfVrf({ subnets }: Repositories, vrfId: number) {
  const sections = new Set<number>();
  const masters = new Set<number>();
  for await (const { subnet } of subnets.list({ vrfId, isFolder: false, order: { by: 'id' } })) {
    if (subnet.masterSubnetId === null) sections.add(subnet.sectionId);
    else masters.add(subnet.masterSubnetId);
  }
  return { sections, masters };
}

/**
 * Locks the sections and masters below which networks of a VRF hang, so that no network comes beside one of them: sections
 * first, then subnets, then the VRF itself, which no network gets from then on.
 * @throws OutdatedRead when a network of the VRF has come elsewhere meanwhile
 */
export async function lockPlacesOfVrf(repositories: Repositories, vrfId: number): Promise<void> {
  const { sections, masters } = await placesOfVrf(repositories, vrfId);
  await lockSections(repositories, Object.fromEntries([...sections].map((id) => [id, 'change'])));
  await lockSubnets(repositories, [...masters]);
  await repositories.catalog.lockToDelete('vrf', vrfId);
  const now = await placesOfVrf(repositories, vrfId);
  const isKnown = [...now.sections].every((id) => sections.has(id)) && [...now.masters].every((id) => masters.has(id));
  if (!isKnown) throw new OutdatedRead();
}
