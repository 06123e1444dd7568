import { maxRequestedAddresses, type RequestState, request, requestStates } from '../catalog/kinds/request.js';
import { IpamError } from '../errors.js';
import type { RecordOf } from '../fields/field.js';
import { type KindRecord, recordOf } from '../fields/kind.js';
import type { AddressRange } from '../net/address-range.js';
import { addressBits, type IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';
import { asNetwork, type Network, type Subnet } from '../subnet/subnet.js';
import { type AddressCriteria, defaultAddressCriteria } from './address-criteria.js';
import type { SubnetCriteria } from './subnet-choice.js';

/** A request for addresses or a network in a subnet. */
export type SpaceRequest = RecordOf<typeof request.fields>;

export const spaceRequest = (row: KindRecord): SpaceRequest => recordOf(request.fields, row);

/** Largest number of open requests of a requester in a subnet. */
export const maxOpenRequests = 20;

export { maxRequestedAddresses, type RequestState, requestStates };

/** The requested space of a request. */
export type RequestedSpace = Pick<SpaceRequest, 'ip_addr' | 'count' | 'mask'>;

const countOf = ({ count }: Pick<SpaceRequest, 'count'>): number => count ?? 1;

/** The named addresses, ascending, or the named network; undefined for any free ones. */
export function namedSpace(subnet: Network, { ip_addr: ip, count, mask }: RequestedSpace): AddressRange | Prefix | undefined {
  if (!ip) return undefined;
  if (mask !== null) return Prefix.of(ip, mask);
  const last = ip.plus(BigInt(countOf({ count }) - 1));
  if (!last) throw new IpamError('address.notInSubnet', { ip: ip.toString(), cidr: subnet.prefix.toString() });
  return { first: ip, last };
}

/**
 * Checks that a subnet can have the requested space.
 * @throws IpamError subnet.isFolder, spaceRequest.severalNetworks, prefix.length, prefix.hostBits, address.notInSubnet
 */
export function checkRequestedSpace(subnet: Subnet, space: RequestedSpace): void {
  const network = asNetwork(subnet);
  const { ip_addr: ip, count, mask } = space;
  if (mask !== null && countOf({ count }) > 1) throw new IpamError('spaceRequest.severalNetworks');
  const isLengthPossible = mask === null || (mask > network.prefix.length && mask <= addressBits(network.prefix.family));
  if (!isLengthPossible) throw new IpamError('prefix.length', { length: String(mask) });
  if (ip && !network.prefix.containsAddress(ip)) throw notIn(network, ip);
  const named = namedSpace(network, space);
  if (named && !(named instanceof Prefix) && !network.prefix.containsAddress(named.last)) throw notIn(network, named.last);
}

const notIn = ({ prefix }: Network, ip: IpAddress): IpamError =>
  new IpamError('address.notInSubnet', { ip: ip.toString(), cidr: prefix.toString() });

/** Facts about a new request. */
export interface NewRequestFacts {
  readonly subnet: Subnet;
  /** Number of open requests of the requester in the subnet. */
  readonly open: number;
  /** Now, YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
}

/** @throws IpamError spaceRequest.notAllowed, spaceRequest.tooMany, spaceRequest.untilPast, and those of checkRequestedSpace */
export function checkNewRequest(
  wanted: RequestedSpace & Pick<SpaceRequest, 'until'>,
  { subnet, open, at }: NewRequestFacts,
): void {
  if (!subnet.allowRequests) throw new IpamError('spaceRequest.notAllowed');
  checkRequestedSpace(subnet, wanted);
  checkUntil(wanted, at);
  if (open >= maxOpenRequests) throw new IpamError('spaceRequest.tooMany', { max: maxOpenRequests });
}

/** @throws IpamError spaceRequest.untilPast */
export function checkUntil({ until }: Partial<Pick<SpaceRequest, 'until'>>, at: string): void {
  if (until !== null && until !== undefined && until <= at) throw new IpamError('spaceRequest.untilPast');
}

/** The state at a time: an open request expires at `until`. */
export function stateAt({ state, until }: Pick<SpaceRequest, 'state' | 'until'>, at: string): RequestState {
  const stored = requestStates.find((known) => known === state) ?? 'open';
  return stored === 'open' && until !== null && until <= at ? 'expired' : stored;
}

/** @throws IpamError spaceRequest.closed for a request that is not open */
export function requireOpen(given: Pick<SpaceRequest, 'state' | 'until'>, at: string): void {
  const state = stateAt(given, at);
  if (state !== 'open') throw new IpamError('spaceRequest.closed', { state });
}

/** A decision on an open request. */
export interface Decision {
  /** Name of the deciding user or application. */
  readonly by: string;
  readonly at: string;
  readonly adminComment?: string | null;
}

/** The fields that a transition sets. */
export type Transition = Pick<SpaceRequest, 'state' | 'decidedBy' | 'decidedAt' | 'results' | 'heldIds' | 'heldUntil'> &
  Partial<Pick<SpaceRequest, 'adminComment'>>;

function closed(given: SpaceRequest, state: RequestState, { by, at, adminComment }: Decision): Transition {
  requireOpen(given, at);
  const decision = { state, decidedBy: by, decidedAt: at, ...withoutHold };
  return adminComment === undefined ? decision : { ...decision, adminComment };
}

/** @param results the allocated addresses or network @throws IpamError spaceRequest.closed */
export const accepted = (given: SpaceRequest, decision: Decision, results: readonly string[]): Transition => ({
  ...closed(given, 'accepted', decision),
  results: results.join(';'),
});

/** @throws IpamError spaceRequest.closed */
export const refused = (given: SpaceRequest, decision: Decision): Transition => closed(given, 'refused', decision);

/** @throws IpamError spaceRequest.closed */
export const withdrawn = (given: SpaceRequest, decision: Decision): Transition => closed(given, 'withdrawn', decision);

/** The transition of a request whose time is over; undefined for any other request. @param by name of the service */
export const expired = (given: SpaceRequest, { by, at }: Decision): Transition | undefined =>
  given.state === 'open' && stateAt(given, at) === 'expired'
    ? { state: 'expired', decidedBy: by, decidedAt: at, ...withoutHold }
    : undefined;

/** The space of a held request, and its end. */
export interface SpaceHold {
  /** Empty: the hold is over. */
  readonly ids: readonly number[];
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly until: string | null;
  readonly results: readonly string[];
}

type HoldFields = Pick<SpaceRequest, 'heldIds' | 'heldUntil' | 'results'>;

/** The fields of a request whose space is held. @throws IpamError spaceRequest.closed */
export function heldBy(given: SpaceRequest, { ids, until, results }: SpaceHold, at: string): HoldFields {
  requireOpen(given, at);
  if (ids.length === 0) return withoutHold;
  return { heldIds: ids.join(';'), heldUntil: until, results: results.join(';') };
}

export const withoutHold: HoldFields = { heldIds: null, heldUntil: null, results: null };

/** Ids of the held addresses, or of the held network. */
export const heldIdsOf = ({ heldIds }: Pick<SpaceRequest, 'heldIds'>): number[] =>
  heldIds ? heldIds.split(';').map(Number) : [];

/** Whether a change requests other space. */
export const requestsOtherSpace = (given: SpaceRequest, wanted: RequestedSpace): boolean =>
  given.count !== wanted.count || given.mask !== wanted.mask || String(given.ip_addr) !== String(wanted.ip_addr);

/** The allocation that fulfils a request: one named address, addresses by criteria, or a network. */
export type RequestedAllocation =
  | { readonly of: 'address'; readonly ip: IpAddress }
  | { readonly of: 'addresses'; readonly criteria: AddressCriteria }
  | { readonly of: 'network'; readonly length: number; readonly criteria: SubnetCriteria };

/** @throws IpamError those of checkRequestedSpace */
export function allocationOf(subnet: Subnet, space: RequestedSpace): RequestedAllocation {
  checkRequestedSpace(subnet, space);
  const { ip_addr: ip, mask } = space;
  const named = namedSpace(asNetwork(subnet), space);
  if (mask !== null) {
    const ends = named instanceof Prefix ? { from: named.network, to: named.lastAddress } : {};
    return { of: 'network', length: mask, criteria: { policy: 'lowest', ...ends } };
  }
  const count = countOf(space);
  if (ip && count === 1) return { of: 'address', ip };
  if (!named || named instanceof Prefix) return { of: 'addresses', criteria: { ...defaultAddressCriteria, count } };
  return {
    of: 'addresses',
    criteria: { ...defaultAddressCriteria, count, isContiguous: true, from: named.first, to: named.last },
  };
}

/** The error for named space in use: failures of an allocation that the requester limited to one place. */
export function takenSpace(subnet: Network, space: RequestedSpace): IpamError | undefined {
  const named = namedSpace(subnet, space);
  if (!named) return undefined;
  if (named instanceof Prefix) return new IpamError('spaceRequest.taken', { place: named.toString() });
  const { first, last } = named;
  return new IpamError('spaceRequest.taken', { place: first.equals(last) ? first.toString() : `${first}-${last}` });
}

/**
 * The part of a split network that a request moves to: that of its named address, else the first one where the parts replace the
 * network.
 * @param replaces whether the split network is deleted
 * @returns the index of the part; undefined for a request that stays in the network
 */
export function partOfSplit(
  { ip_addr: ip, mask }: Pick<SpaceRequest, 'ip_addr' | 'mask'>,
  parts: readonly Prefix[],
  replaces: boolean,
): number | undefined {
  const index = ip ? parts.findIndex((part) => part.containsAddress(ip) && (mask === null || part.length < mask)) : -1;
  if (index >= 0) return index;
  return replaces ? 0 : undefined;
}
