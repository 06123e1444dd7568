/** Rules of holds: held records exist until they expire, confirmed records stay, and each shows its hold state. */
import type { Chronicle, MadeAddress } from '../history/chronicle.js';
import { isAcknowledged, type StormEvent } from '../history/history.js';
import { name } from './writes.js';

/** Holds that ended too early, refused or lost confirmations, and records with a wrong hold state. */
export function holdFaults(chronicle: Chronicle): string[] {
  const { events, final } = chronicle.history;
  const made = new Map(chronicle.addresses.map((address) => [address.id, address]));
  const left = [
    ...final.addresses.map(({ id, ip, isHeld }) => ({ key: `address ${id}`, title: `address ${id} (${ip})`, isHeld })),
    ...final.subnets.map(({ id, cidr, isHeld }) => ({ key: `subnet ${id}`, title: `subnet ${id} (${cidr})`, isHeld })),
  ];
  const known = new Set([
    ...chronicle.addresses.map(({ id }) => `address ${id}`),
    ...chronicle.subnets.map(({ id }) => `subnet ${id}`),
  ]);
  return [
    ...left.flatMap(({ key, title, isHeld }) =>
      known.has(key)
        ? shown(chronicle, key, title, isHeld, { from: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY })
        : [],
    ),
    ...events.flatMap((event) => [...readFaults(event, chronicle), ...refusals(event, made, chronicle)]),
    ...final.changes.flatMap(({ object, objectId, isExpiry }) =>
      isExpiry && known.has(`${object} ${objectId}`) && !chronicle.holds.wasHeld(`${object} ${objectId}`)
        ? [`the history tells that the hold of ${object} ${objectId} has expired, which nobody held`]
        : [],
    ),
  ];
}

/** Faults of a record that was read within a period and showed `isHeld`. */
function shown(
  { holds }: Chronicle,
  key: string,
  title: string,
  isHeld: boolean,
  { from, until }: { readonly from: number; readonly until: number },
): string[] {
  if (isHeld && !holds.wasHeld(key)) return [`${title} is held, though nobody asked for that`];
  if (isHeld && holds.isConfirmed(key, from)) return [`${title} is held, though it was confirmed`];
  const isSubnet = key.startsWith('subnet'); // expiry confirms a subnet that has content
  const mayStay = holds.mayBeConfirmed(key, until) || (isSubnet && holds.freeFrom(key) < until);
  return !isHeld && holds.wasHeld(key) && !mayStay ? [`${title} is not held, though nobody confirmed it`] : [];
}

function readFaults({ mark, request, answer, sentAt }: StormEvent, chronicle: Chronicle): string[] {
  if (request.kind !== 'read address' || !answer?.record) return [];
  const { id, ip } = request.address;
  const title = `${ip} that ${mark} read`;
  return shown(chronicle, `address ${id}`, title, answer.record.isHeld, { from: sentAt, until: answer.at });
}

/** An existing held address must accept confirmations and prolongations. A confirmed one refuses prolongations. */
function refusals(event: StormEvent, made: ReadonlyMap<number, MadeAddress>, chronicle: Chronicle): string[] {
  const { request, answer } = event;
  if (request.kind !== 'confirm address' && request.kind !== 'prolong address') return [];
  if (!answer || isAcknowledged(event) || answer.status >= 500) return [];
  const address = made.get(request.address.id);
  if (!address) return [`${name(event)}: address ${request.address.id} was made by nobody`];
  const isGone = answer.status === 404 && chronicle.mayLoseAddress(address, { from: address.sentAt, until: answer.at });
  const key = `address ${address.id}`;
  const wasConfirmed =
    request.kind === 'prolong address' && answer.status === 409 && chronicle.holds.mayBeConfirmed(key, answer.at);
  return isGone || wasConfirmed ? [] : [`${name(event)} of ${address.ip} was refused: ${answer.status} ${answer.message}`];
}
