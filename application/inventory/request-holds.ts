import { heldIdsOf, type SpaceRequest } from '../../domain/allocation/space-request.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { ExpiredHolds } from './expired-holds.js';

export async function heldRecordsOf(repositories: Repositories, request: SpaceRequest): Promise<number[]> {
  const ids: number[] = [];
  for (const id of heldIdsOf(request)) {
    const record = request.mask === null ? await repositories.addresses.lock(id) : await repositories.subnets.find(id);
    if (record?.heldUntil) ids.push(id);
  }
  return ids;
}

/** Frees the held records of a request, except a network in use. The subnet must be locked (change). */
export async function releaseHeld(repositories: Repositories, request: SpaceRequest, at: string): Promise<void> {
  const holds = new ExpiredHolds(repositories, at);
  for (const id of await heldRecordsOf(repositories, request)) {
    if (request.mask === null) {
      await repositories.addresses.update(id, { heldUntil: at });
      await holds.address(id);
    } else if (await repositories.subnets.lockIfIdle(id)) {
      await repositories.subnets.update(id, { heldUntil: at });
      await holds.network(id);
    }
  }
}
