/** Rule of allocation: the next free address is the lowest one. */
import { numberOf, spanOf } from '../../naive-register.js';
import { groupedBy } from '../grouped-by.js';
import type { Chronicle, MadeAddress } from '../history/chronicle.js';
import { mayHaveHappened, type StormEvent } from '../history/history.js';
import { name } from './writes.js';

/** When an address may have been in use: from the request that created it until its acknowledged deletion. */
interface Use {
  readonly from: number;
  readonly until: number;
}

/** Allocated addresses although a lower one was free during the whole request. */
export function lowestFaults(chronicle: Chronicle): string[] {
  const taken = chronicle.addresses.filter(({ event }) => event.request.kind === 'take address');
  const bySubnet = groupedBy(taken, ({ subnetId }) => String(subnetId));
  const all = chronicle.history.events.filter(mayHaveHappened);
  const made = new Set(chronicle.subnets.map((subnet) => subnet.id));
  const uses = usesOf(chronicle, all);
  const unresolved = groupedBy(
    all.filter((event) => !event.answer || event.answer.status >= 300),
    subnetOfTake,
  );
  return [...bySubnet].flatMap(([id, own]) => {
    if (!made.has(Number(id))) return []; // a subnet of a split has addresses from its beginning
    const isSteady = chronicle.changesOf(Number(id)).every(({ request }) => !shapes.has(request.kind));
    return isSteady ? faultsIn(own, uses.get(Number(id)) ?? new Map(), unresolved.get(id) ?? []) : [];
  });
}

/** Requests that change the range of a subnet. */
const shapes: ReadonlySet<string> = new Set(['resize', 'split', 'delete subnet']);

const subnetOfTake = ({ request }: StormEvent): string => (request.kind === 'take address' ? String(request.subnet.id) : '');

function faultsIn(
  taken: readonly MadeAddress[],
  uses: ReadonlyMap<number, readonly Use[]>,
  unresolved: readonly StormEvent[],
): string[] {
  const first = firstOf(taken[0]);
  const used = [...uses.keys()].sort((one, other) => one - other);
  return taken.flatMap((made) => {
    const own = Number(numberOf(made.ip) - first);
    const below = used.filter((offset) => offset >= 0 && offset < own);
    const isFree = (offset: number): boolean =>
      (uses.get(offset) ?? []).every(({ from, until }) => from >= made.answeredAt || until <= made.sentAt);
    const free = own - below.length + below.filter(isFree).length;
    // Each request with an unknown outcome may have got one of them.
    const hidden = unresolved.filter(({ sentAt }) => sentAt < made.answeredAt).length;
    return free > hidden ? [`${made.ip} was given to ${name(made.event)} although ${free} lower addresses were free`] : [];
  });
}

/** The lowest host address of the subnet. */
function firstOf(made: MadeAddress | undefined): bigint {
  const { request } = made?.event ?? {};
  if (request?.kind !== 'take address') throw new Error('no address was taken');
  const { first, last, bits } = spanOf(request.subnet.cidr);
  return bits === 32 && last - first > 1n ? first + 1n : first;
}

/** Periods of use, by subnet and offset from its first host address. */
function usesOf(chronicle: Chronicle, events: readonly StormEvent[]): Map<number, Map<number, Use[]>> {
  const uses = new Map<number, Map<number, Use[]>>();
  const bases = new Map<number, bigint>();
  for (const made of chronicle.addresses)
    if (made.event.request.kind === 'take address' && !bases.has(made.subnetId)) bases.set(made.subnetId, firstOf(made));
  const note = (subnetId: number, ip: string, use: Use): void => {
    const base = bases.get(subnetId);
    if (base === undefined) return;
    const offset = Number(numberOf(ip) - base);
    const own = uses.get(subnetId) ?? new Map<number, Use[]>();
    own.set(offset, [...(own.get(offset) ?? []), use]);
    uses.set(subnetId, own);
  };
  for (const made of chronicle.addresses) {
    const until = Math.min(chronicle.endOf(made), chronicle.holds.freeBy(`address ${made.id}`));
    note(made.subnetId, made.ip, { from: made.sentAt, until });
  }
  const known: ReadonlySet<StormEvent> = new Set(chronicle.addresses.map(({ event }) => event));
  const byMark = new Map(chronicle.history.final.addresses.map((address) => [address.mark, address]));
  for (const event of events) {
    if (known.has(event)) continue;
    const { request, mark, sentAt } = event;
    const left = byMark.get(mark);
    if (request.kind === 'create address') note(request.subnet.id, request.ip, { from: sentAt, until: Number.POSITIVE_INFINITY });
    else if (left) note(left.subnetId, left.ip, { from: sentAt, until: Number.POSITIVE_INFINITY });
  }
  return uses;
}
