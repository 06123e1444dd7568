import { IpamError } from '../../domain/errors.js';
import type { Section } from '../../domain/section/section.js';
import { type ContainerChange, refuseMergedNetworks } from '../../domain/subnet/merged-networks.js';
import type { Subnet } from '../../domain/subnet/subnet.js';
import { positionsOf } from '../../domain/transfer/subnet-positions.js';
import { type Caller, canSee } from '../caller.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { OutdatedRead } from '../unit-of-work/optimistic-retry.js';
import { lockSections, lockSubnets } from './row-locks.js';

/**
 * Refuses a change after which networks overlap in a strict section. Locks of the caller must prevent new networks meanwhile.
 * @throws IpamError subnet.overlapAfterChange; subnet.conflictAfterChange for callers without permission on the subnets
 */
export async function refuseMerging(repositories: Repositories, caller: Caller, change: ContainerChange): Promise<void> {
  const pair = await repositories.subnets.findMerged(change);
  if (pair) await requireVisible(repositories, caller, pair);
  refuseMergedNetworks(pair);
}

/**
 * Refuses a strict section with networks that overlap or lie outside of their masters. The section must be locked.
 * @throws IpamError subnet.outsideAfterChange, and those of refuseMerging
 */
export async function requireStrictOrder(repositories: Repositories, caller: Caller, section: Section): Promise<void> {
  await refuseMerging(repositories, caller, { strictSection: section.id });
  const subnets: Subnet[] = [];
  for await (const { subnet } of repositories.subnets.list({ sectionId: section.id, order: { by: 'id' } })) subnets.push(subnet);
  const problem = positionsOf(subnets, new Map([[section.id, section]])).problems.find(({ kind }) => kind === 'outside');
  if (!problem) return;
  await requireVisible(
    repositories,
    caller,
    subnets.filter(({ id }) => id === problem.id),
  );
  throw new IpamError('subnet.outsideAfterChange', { id: problem.id });
}

async function requireVisible(repositories: Repositories, caller: Caller, subnets: readonly Subnet[]): Promise<void> {
  for (const subnet of subnets)
    if (!(await canSee(repositories, caller, subnet))) throw new IpamError('subnet.conflictAfterChange');
}

async function scopesOfVrf({ subnets }: Repositories, vrfId: number) {
  const sections = new Set<number>();
  const masters = new Set<number>();
  for await (const { subnet } of subnets.list({ vrfId, isFolder: false, order: { by: 'id' } })) {
    if (subnet.masterSubnetId === null) sections.add(subnet.sectionId);
    else masters.add(subnet.masterSubnetId);
  }
  return { sections, masters };
}

/**
 * Blocks new networks in a VRF, and new siblings of the networks of the VRF. Locks sections, then masters, then the VRF.
 * @throws OutdatedRead if the VRF got networks at other positions
 */
export async function lockScopesOfVrf(repositories: Repositories, vrfId: number): Promise<void> {
  const { sections, masters } = await scopesOfVrf(repositories, vrfId);
  await lockSections(repositories, Object.fromEntries([...sections].map((id) => [id, 'change'])));
  await lockSubnets(repositories, [...masters]);
  await repositories.catalog.lockToDelete('vrf', vrfId);
  const now = await scopesOfVrf(repositories, vrfId);
  const isKnown = [...now.sections].every((id) => sections.has(id)) && [...now.masters].every((id) => masters.has(id));
  if (!isKnown) throw new OutdatedRead();
}
