/** Rules of acknowledged writes: created records exist once, and deleted records do not exist. */
import { spanOf } from '../../naive-register.js';
import { groupedBy } from '../grouped-by.js';
import type { Chronicle, MadeAddress, MadeSubnet } from '../history/chronicle.js';
import { endOf, isAcknowledged, type StormEvent } from '../history/history.js';
import { overlappingPairs } from './state.js';

/** Lost, resurrected and doubly allocated records. */
export function writeFaults(chronicle: Chronicle): string[] {
  return [
    ...lostAddresses(chronicle),
    ...lostSubnets(chronicle),
    ...lostResizes(chronicle),
    ...resurrections(chronicle),
    ...repeatedDeletions(chronicle),
    ...doubledAddresses(chronicle),
    ...doubledSubnets(chronicle),
  ];
}

/** The name of a request in findings. */
export const name = ({ mark, request }: StormEvent): string => `${mark} (${request.kind})`;

function lostAddresses(chronicle: Chronicle): string[] {
  const there = new Map(chronicle.history.final.addresses.map((address) => [address.id, address]));
  return chronicle.addresses.flatMap((made) => {
    const found = there.get(made.id);
    if (!found) return chronicle.mayLoseAddress(made, { from: made.sentAt }) ? [] : [`${made.ip} of ${name(made.event)} is lost`];
    if (found.ip !== made.ip) return [`address ${made.id} of ${name(made.event)} is ${found.ip}, not ${made.ip}`];
    const isMoved = found.subnetId !== made.subnetId && !chronicle.mayBeSplit(made.subnetId);
    return isMoved ? [`${made.ip} of ${name(made.event)} is in subnet ${found.subnetId}, not ${made.subnetId}`] : [];
  });
}

function lostSubnets(chronicle: Chronicle): string[] {
  const there = new Map(chronicle.history.final.subnets.map((subnet) => [subnet.id, subnet]));
  return chronicle.subnets.flatMap((made) => {
    const found = there.get(made.id);
    const span = chronicle.hullOf(made.id) ?? spanOf(made.cidr);
    if (!found)
      return chronicle.mayLoseSubnet(made, span, { from: made.sentAt }) ? [] : [`${made.cidr} of ${name(made.event)} is lost`];
    if (found.sectionId !== made.sectionId || found.masterId !== made.masterId)
      return [`${made.cidr} of ${name(made.event)} is below subnet ${found.masterId} in section ${found.sectionId}`];
    const wasResized = chronicle.lengthsOf(made.id).length > 0;
    return found.cidr === made.cidr || wasResized ? [] : [`${made.cidr} of ${name(made.event)} has become ${found.cidr}`];
  });
}

/** A subnet must have the length of its latest acknowledged resize, or of one that may be later. */
function lostResizes(chronicle: Chronicle): string[] {
  return chronicle.history.final.subnets.flatMap(({ id, cidr }) => {
    const resizes = chronicle.changesOf(id).filter(({ request }) => request.kind === 'resize');
    const acknowledged = resizes.filter(isAcknowledged);
    if (acknowledged.length === 0) return [];
    const latestStart = Math.max(...acknowledged.map(({ sentAt }) => sentAt));
    const possible = resizes.filter((event) => endOf(event) >= latestStart);
    const lengths = possible.map(({ request }) => ('length' in request ? request.length : 0));
    return lengths.includes(Number(cidr.split('/')[1]))
      ? []
      : [`subnet ${id} is ${cidr} after its resize to /${lengths.join(' or /')}`];
  });
}

/** Records that exist although an acknowledged request has deleted them. */
function resurrections({ history: { events, final } }: Chronicle): string[] {
  const senders = new Map(events.map((event) => [event.mark, event]));
  /** Whether the address existed before a request was sent. */
  const isOlder = (mark: string, { sentAt }: StormEvent): boolean =>
    (senders.get(mark)?.answer?.at ?? Number.POSITIVE_INFINITY) < sentAt;
  const byId = new Map(final.addresses.map((address) => [address.id, address]));
  const bySubnet = groupedBy(final.addresses, ({ subnetId }) => String(subnetId));
  const subnets = new Set(final.subnets.map(({ id }) => id));
  return events.filter(isAcknowledged).flatMap((event): string[] => {
    const { request } = event;
    if (request.kind === 'delete address')
      return byId.has(request.address.id) ? [`${request.address.ip} is there again after ${name(event)}`] : [];
    if (request.kind === 'delete subnet' || (request.kind === 'split' && !request.grouped))
      return subnets.has(request.subnet.id) ? [`subnet ${request.subnet.id} is there again after ${name(event)}`] : [];
    if (request.kind !== 'truncate' && request.kind !== 'delete address by ip') return [];
    return (bySubnet.get(String(request.subnet.id)) ?? [])
      .filter(({ ip, mark }) => (request.kind === 'truncate' || request.ip === ip) && isOlder(mark, event))
      .map(({ ip, mark }) => `${ip} of ${mark} is there again after ${name(event)}`);
  });
}

/** Ids are never reused: no record can be deleted twice by its id. */
function repeatedDeletions({ history: { events } }: Chronicle): string[] {
  const deletions = events.filter(isAcknowledged).flatMap((event) => {
    const { request } = event;
    if (request.kind === 'delete address') return [{ event, what: `address ${request.address.id}` }];
    if (request.kind === 'delete subnet') return [{ event, what: `subnet ${request.subnet.id}` }];
    return [];
  });
  return [...groupedBy(deletions, ({ what }) => what)].flatMap(([what, own]) =>
    own.length > 1 ? [`${what} was deleted by each of ${own.map(({ event }) => name(event)).join(', ')}`] : [],
  );
}

/** Duplicate ids, and duplicate addresses of a subnet without a possible deletion between them. */
function doubledAddresses(chronicle: Chronicle): string[] {
  const isFreed = (made: MadeAddress, until: number): boolean =>
    chronicle.mayLoseAddress(made, { from: made.sentAt, until }) || chronicle.mayBeSplit(made.subnetId);
  const places = groupedBy(chronicle.addresses, ({ subnetId, ip }) => `${ip} in subnet ${subnetId}`);
  return [
    ...repeatedIds(chronicle.addresses, 'address'),
    ...[...places].flatMap(([place, own]) =>
      pairsIn(own)
        .filter(([one, other]) => !isFreed(one, other.answeredAt) && !isFreed(other, one.answeredAt))
        .map(([one, other]) => `${place} was given to ${name(one.event)} and to ${name(other.event)}`),
    ),
  ];
}

/** Allocated networks that overlap an earlier one with the same parent, which was not removed or resized meanwhile. */
function doubledSubnets(chronicle: Chronicle): string[] {
  const isFreed = (made: MadeSubnet, until: number): boolean =>
    chronicle.mayLoseSubnet(made, spanOf(made.cidr), { from: made.sentAt, until }) || chronicle.lengthsOf(made.id).length > 0;
  const clash = (one: MadeSubnet, other: MadeSubnet): boolean => {
    if (!one.isTaken && !other.isTaken) return false;
    if (one.isTaken && other.isTaken) return !isFreed(one, other.answeredAt) && !isFreed(other, one.answeredAt);
    const [given, taken] = one.isTaken ? [other, one] : [one, other];
    return given.answeredAt < taken.sentAt && !isFreed(given, taken.answeredAt);
  };
  const families = groupedBy(chronicle.subnets, ({ masterId }) => String(masterId));
  return [
    ...repeatedIds(chronicle.subnets, 'subnet'),
    ...[...families.values()].flatMap((family) =>
      overlappingPairs(family, ({ cidr }) => spanOf(cidr))
        .filter(([one, other]) => clash(one, other))
        .map(([one, other]) => `${one.cidr} was given to ${name(one.event)} and ${other.cidr} to ${name(other.event)}`),
    ),
  ];
}

const repeatedIds = (made: readonly { readonly id: number; readonly event: StormEvent }[], sort: string): string[] =>
  [...groupedBy(made, ({ id }) => String(id))].flatMap(([id, own]) =>
    own.length > 1 ? [`${sort} ${id} was made by each of ${own.map(({ event }) => name(event)).join(', ')}`] : [],
  );

const pairsIn = <T>(values: readonly T[]): [T, T][] =>
  values.flatMap((one, index) => values.slice(index + 1).map((other): [T, T] => [one, other]));
