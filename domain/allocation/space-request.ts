import { maxRequestedAddresses, type RequestState, request, requestStates } from '../catalog/kind-descriptors.js';
import { IpamError } from '../errors.js';
import type { RecordOf } from '../fields/field.js';
import { type KindRecord, recordOf } from '../fields/kind.js';
import type { AddressRange } from '../net/address-range.js';
import { addressBits, type IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';
import { asNetwork, type Network, type Subnet } from '../subnet/subnet.js';
import { type AddressCriteria, defaultAddressCriteria } from './address-criteria.js';
import type { SubnetCriteria } from './subnet-choice.js';

export type SpaceRequest = RecordOf<typeof request.fields>;

export const spaceRequest = (row: KindRecord): SpaceRequest => recordOf(request.fields, row);

/** Open requests per requester and subnet. */
export const maxOpenRequests = 20;

export { maxRequestedAddresses, type RequestState, requestStates };

export type RequestedSpace = Pick<SpaceRequest, 'ip_addr' | 'count' | 'mask'>;

const countOf = ({ count }: Pick<SpaceRequest, 'count'>): number => count ?? 1;

/** Undefined if the request accepts any free space. */
export function explicitSpace(subnet: Network, { ip_addr: ip, count, mask }: RequestedSpace): AddressRange | Prefix | undefined {
  if (!ip) return undefined;
  if (mask !== null) return Prefix.of(ip, mask);
  const last = ip.plus(BigInt(countOf({ count }) - 1));
  if (!last) throw new IpamError('address.notInSubnet', { ip: ip.toString(), cidr: subnet.prefix.toString() });
  return { first: ip, last };
}

/** @throws IpamError subnet.isFolder, spaceRequest.severalNetworks, prefix.length, prefix.hostBits, address.notInSubnet */
export function checkRequestedSpace(subnet: Subnet, space: RequestedSpace): void {
  const network = asNetwork(subnet);
  const { ip_addr: ip, count, mask } = space;
  if (mask !== null && countOf({ count }) > 1) throw new IpamError('spaceRequest.severalNetworks');
  const isLengthPossible = mask === null || (mask > network.prefix.length && mask <= addressBits(network.prefix.family));
  if (!isLengthPossible) throw new IpamError('prefix.length', { length: String(mask) });
  if (ip && !network.prefix.containsAddress(ip)) throw notIn(network, ip);
  const explicit = explicitSpace(network, space);
  if (explicit && !(explicit instanceof Prefix) && !network.prefix.containsAddress(explicit.last))
    throw notIn(network, explicit.last);
}

const notIn = ({ prefix }: Network, ip: IpAddress): IpamError =>
  new IpamError('address.notInSubnet', { ip: ip.toString(), cidr: prefix.toString() });

export interface NewRequestFacts {
  readonly subnet: Subnet;
  /** Number of open requests of this requester in the subnet. */
  readonly open: number;
  /** Current time, YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
}

/** @throws IpamError spaceRequest.notAllowed, spaceRequest.tooMany, spaceRequest.untilPast, and those of checkRequestedSpace */
export function checkNewRequest(
  requested: RequestedSpace & Pick<SpaceRequest, 'until'>,
  { subnet, open, at }: NewRequestFacts,
): void {
  if (!subnet.allowRequests) throw new IpamError('spaceRequest.notAllowed');
  checkRequestedSpace(subnet, requested);
  checkUntil(requested, at);
  if (open >= maxOpenRequests) throw new IpamError('spaceRequest.tooMany', { max: maxOpenRequests });
}

/** @throws IpamError spaceRequest.untilPast */
export function checkUntil({ until }: Partial<Pick<SpaceRequest, 'until'>>, at: string): void {
  if (until !== null && until !== undefined && until <= at) throw new IpamError('spaceRequest.untilPast');
}

/** An open request expires at `until`. */
export function stateAt({ state, until }: Pick<SpaceRequest, 'state' | 'until'>, at: string): RequestState {
  const stored = requestStates.find((known) => known === state) ?? 'open';
  return stored === 'open' && until !== null && until <= at ? 'expired' : stored;
}

/** @throws IpamError spaceRequest.closed */
export function requireOpen(request: Pick<SpaceRequest, 'state' | 'until'>, at: string): void {
  const state = stateAt(request, at);
  if (state !== 'open') throw new IpamError('spaceRequest.closed', { state });
}

export interface Decision {
  /** Name of the user or application. */
  readonly by: string;
  readonly at: string;
  readonly adminComment?: string | null;
}

export type Transition = Pick<SpaceRequest, 'state' | 'decidedBy' | 'decidedAt' | 'results' | 'heldIds' | 'heldUntil'> &
  Partial<Pick<SpaceRequest, 'adminComment'>>;

function closed(request: SpaceRequest, state: RequestState, { by, at, adminComment }: Decision): Transition {
  requireOpen(request, at);
  const decision = { state, decidedBy: by, decidedAt: at, ...withoutHold };
  return adminComment === undefined ? decision : { ...decision, adminComment };
}

/** @param results the allocated addresses or network @throws IpamError spaceRequest.closed */
export const accepted = (request: SpaceRequest, decision: Decision, results: readonly string[]): Transition => ({
  ...closed(request, 'accepted', decision),
  results: results.join(';'),
});

/** @throws IpamError spaceRequest.closed */
export const refused = (request: SpaceRequest, decision: Decision): Transition => closed(request, 'refused', decision);

/** @throws IpamError spaceRequest.closed */
export const withdrawn = (request: SpaceRequest, decision: Decision): Transition => closed(request, 'withdrawn', decision);

/** Undefined unless an open request is overdue. @param by name of the service */
export const expired = (request: SpaceRequest, { by, at }: Decision): Transition | undefined =>
  request.state === 'open' && stateAt(request, at) === 'expired'
    ? { state: 'expired', decidedBy: by, decidedAt: at, ...withoutHold }
    : undefined;

export interface SpaceHold {
  /** Empty after the end of the hold. */
  readonly ids: readonly number[];
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly until: string | null;
  readonly results: readonly string[];
}

type HoldFields = Pick<SpaceRequest, 'heldIds' | 'heldUntil' | 'results'>;

/** @throws IpamError spaceRequest.closed */
export function heldBy(request: SpaceRequest, { ids, until, results }: SpaceHold, at: string): HoldFields {
  requireOpen(request, at);
  if (ids.length === 0) return withoutHold;
  return { heldIds: ids.join(';'), heldUntil: until, results: results.join(';') };
}

export const withoutHold: HoldFields = { heldIds: null, heldUntil: null, results: null };

/** Ids of addresses, or of one network. */
export const heldIdsOf = ({ heldIds }: Pick<SpaceRequest, 'heldIds'>): number[] =>
  heldIds ? heldIds.split(';').map(Number) : [];

export const requestsOtherSpace = (request: SpaceRequest, other: RequestedSpace): boolean =>
  request.count !== other.count || request.mask !== other.mask || String(request.ip_addr) !== String(other.ip_addr);

export type RequestedAllocation =
  | { readonly of: 'address'; readonly ip: IpAddress }
  | { readonly of: 'addresses'; readonly criteria: AddressCriteria }
  | { readonly of: 'network'; readonly length: number; readonly criteria: SubnetCriteria };

/** @throws IpamError those of checkRequestedSpace */
export function allocationOf(subnet: Subnet, space: RequestedSpace): RequestedAllocation {
  checkRequestedSpace(subnet, space);
  const { ip_addr: ip, mask } = space;
  const explicit = explicitSpace(asNetwork(subnet), space);
  if (mask !== null) {
    const ends = explicit instanceof Prefix ? { from: explicit.network, to: explicit.lastAddress } : {};
    return { of: 'network', length: mask, criteria: { policy: 'lowest', ...ends } };
  }
  const count = countOf(space);
  if (ip && count === 1) return { of: 'address', ip };
  if (!explicit || explicit instanceof Prefix) return { of: 'addresses', criteria: { ...defaultAddressCriteria, count } };
  return {
    of: 'addresses',
    criteria: { ...defaultAddressCriteria, count, isContiguous: true, from: explicit.first, to: explicit.last },
  };
}

/** The error for explicit space in use; undefined if the request accepts any free space. */
export function takenSpace(subnet: Network, space: RequestedSpace): IpamError | undefined {
  const explicit = explicitSpace(subnet, space);
  if (!explicit) return undefined;
  if (explicit instanceof Prefix) return new IpamError('spaceRequest.taken', { place: explicit.toString() });
  const { first, last } = explicit;
  return new IpamError('spaceRequest.taken', { place: first.equals(last) ? first.toString() : `${first}-${last}` });
}

/** Index of the child that gets the request: the child with the explicit address, or 0 if the split replaces the network. */
export function childOfSplit(
  { ip_addr: ip, mask }: Pick<SpaceRequest, 'ip_addr' | 'mask'>,
  children: readonly Prefix[],
  replaces: boolean,
): number | undefined {
  const index = ip ? children.findIndex((child) => child.containsAddress(ip) && (mask === null || child.length < mask)) : -1;
  if (index >= 0) return index;
  return replaces ? 0 : undefined;
}
