import { isOwnRecord, levelOnRequests, levels, requireLevel, showsOwned } from '../../domain/access/access-policy.js';
import {
  checkNewRequest,
  checkRequestedSpace,
  checkUntil,
  maxOpenRequests,
  requestsOtherSpace,
  requireOpen,
  type SpaceRequest,
  spaceRequest,
  withoutHold,
} from '../../domain/allocation/space-request.js';
import { IpamError } from '../../domain/errors.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import type { PermissionLevel } from '../../domain/fields/permission-map.js';
import type { Input } from '../../domain/fields/read-fields.js';
import { readId } from '../../domain/scalar-text.js';
import { type Caller, type LevelSource, levelOn, unknownSubnet } from '../caller.js';
import { releaseHeld } from '../inventory/expired-holds.js';
import type { LockedSubnet } from '../ports/inventory/subnets.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { OutdatedRead } from '../unit-of-work/optimistic-retry.js';
import { KindWrites } from './kind-writes.js';

const unknownRequest = (id: number) => () => new IpamError('kind.unknown', { kind: 'request', id });

/** A request for space and its subnet, both locked. */
export interface LockedRequest {
  readonly subnet: LockedSubnet;
  readonly row: KindRecord;
  readonly request: SpaceRequest;
  /** The caller's level on the requests of the subnet. */
  readonly level: PermissionLevel;
}

/** The name of a caller in request fields. */
export const nameIn = ({ user, app, name = 'Hexipam' }: Caller): string => user?.username ?? app?.id ?? name;

/** The caller's level on the requests of a subnet. @throws IpamError kind.unknown for a hidden request */
export async function levelOnRequest(
  readers: LevelSource,
  caller: Caller,
  { id, requesterId }: SpaceRequest,
  subnet: Parameters<typeof levelOn>[2] | undefined,
): Promise<PermissionLevel> {
  if (!subnet) throw unknownRequest(id)();
  const level = await levelOn(readers, caller, subnet, levelOnRequests);
  if (!showsOwned(level, caller.principal, requesterId)) throw unknownRequest(id)();
  return level;
}

/**
 * Locks the subnet of a request, then the request.
 * @throws IpamError kind.unknown; OutdatedRead if the request moved to another subnet
 */
export async function lockRequest(repositories: Repositories, caller: Caller, id: number): Promise<LockedRequest> {
  const found = await repositories.catalog.find('request', id);
  if (!found) throw unknownRequest(id)();
  const subnet = await repositories.subnets.lock(spaceRequest(found).subnetId, 'change');
  const row = await repositories.catalog.lock('request', id);
  if (!row || !subnet) throw unknownRequest(id)();
  const request = spaceRequest(row);
  if (request.subnetId !== subnet.id) throw new OutdatedRead(); // moved by a split
  return { subnet, row, request, level: await levelOnRequest(repositories, caller, request, subnet) };
}

/** Like lockRequest, for callers who may decide the request. @throws IpamError permission.denied, and those of lockRequest */
export async function lockToDecide(repositories: Repositories, caller: Caller, id: number): Promise<LockedRequest> {
  const locked = await lockRequest(repositories, caller, id);
  requireLevel(locked.level, levels.writeAddresses, unknownRequest(id));
  return locked;
}

/** Like lockRequest, for the requester and for callers who may change the subnet. @throws IpamError those of lockToDecide */
export async function lockOwn(repositories: Repositories, caller: Caller, id: number): Promise<LockedRequest> {
  const locked = await lockRequest(repositories, caller, id);
  if (!isOwnRecord(caller.principal, locked.request.requesterId)) requireLevel(locked.level, levels.change, unknownRequest(id));
  return locked;
}

/**
 * Writes of requests. Callers who see a subnet create requests in it; callers who may write its addresses change them. The lock
 * of the subnet row serializes them with allocations and other writes in the subnet.
 */
export class RequestWrites extends KindWrites {
  /** @throws IpamError subnet.unknown, field.*, and those of checkNewRequest */
  override async create(input: Input): Promise<number> {
    const { repositories, caller, at } = this;
    const subnetId = readId(input.subnetId);
    if (subnetId === undefined) throw new IpamError('field.type', { field: 'subnetId', expected: 'integer' });
    const subnet = await repositories.subnets.lock(subnetId, 'change');
    if (!subnet) throw unknownSubnet(subnetId)();
    requireLevel(await levelOn(repositories, caller, subnet, levelOnRequests), levels.see, unknownSubnet(subnetId));
    const { values, custom } = await this.readNew(input);
    const author = { requester: nameIn(caller), requesterId: caller.user?.id ?? null, requestedAt: at };
    const open = await openRequestsOf(repositories, subnetId, author);
    checkNewRequest(spaceRequest({ id: 0, values, custom }), { subnet, open, at });
    return this.insert({ values: { ...values, ...author }, custom });
  }

  /** @throws IpamError spaceRequest.closed, spaceRequest.subnetFixed, and those of lockToDecide and the checks; OutdatedRead */
  override async change(id: number, input: Input): Promise<void> {
    const { subnet, row, request } = await lockToDecide(this.repositories, this.caller, id);
    requireOpen(request, this.at);
    const { values, custom } = await this.readChange(row, input);
    if (values.subnetId !== undefined && values.subnetId !== subnet.id) throw new IpamError('spaceRequest.subnetFixed');
    const changedRequest = spaceRequest({ id, values: { ...row.values, ...values }, custom });
    checkRequestedSpace(subnet, changedRequest);
    if (changedRequest.until !== request.until) checkUntil(changedRequest, this.at);
    const losesHold = request.heldIds !== null && requestsOtherSpace(request, changedRequest);
    if (losesHold) await releaseHeld(this.repositories, request, this.at);
    await this.update(row, { values: { ...values, ...(losesHold ? withoutHold : {}) }, custom });
  }

  /** @throws IpamError kind.unknown, permission.denied; OutdatedRead */
  override async delete(id: number): Promise<void> {
    const { level, request } = await lockRequest(this.repositories, this.caller, id);
    requireLevel(level, levels.change, unknownRequest(id));
    await releaseHeld(this.repositories, request, this.at);
    await super.delete(id);
  }
}

/** The number of open requests of a requester in a subnet, up to the limit. */
async function openRequestsOf(
  { catalog }: Pick<Repositories, 'catalog'>,
  subnetId: number,
  { requester, requesterId }: Pick<SpaceRequest, 'requester' | 'requesterId'>,
): Promise<number> {
  let count = 0;
  for await (const _request of catalog.list('request', { subnetId, state: 'open', requester, requesterId }))
    if (++count >= maxOpenRequests) break;
  return count;
}
