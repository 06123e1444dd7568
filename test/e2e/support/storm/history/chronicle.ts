import { numberOf, overlaps, type Span, spanOf } from '../../naive-register.js';
import { groupedBy } from '../grouped-by.js';
import { Holds } from '../holds.js';
import { endOf, type History, isAcknowledged, mayHaveHappened, type StormEvent, type StormRequest } from './history.js';

/** A period on the clock of the clients, in milliseconds. Open without `until`. */
export interface Period {
  readonly from: number;
  readonly until?: number;
}

/** An object with an acknowledged creation. */
export interface Made {
  readonly event: StormEvent;
  readonly id: number;
  readonly sectionId: number;
  /** When the request was sent and when the answer came. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

export type MadeAddress = Made & { readonly subnetId: number; readonly ip: string };
export type MadeSubnet = Made & { readonly cidr: string; readonly masterId: number | null; readonly isTaken: boolean };

/** Kinds of requests that can remove records. */
const removing: ReadonlySet<StormRequest['kind']> = new Set([
  'delete address',
  'delete address by ip',
  'truncate',
  'split',
  'delete subnet',
]);

/** Key of the records that a request may remove: one address, or `subnets`. */
function removedBy({ request }: StormEvent): string {
  if (request.kind === 'delete address') return `address ${request.address.id}`;
  return request.kind === 'delete address by ip' ? request.ip : 'subnets';
}

/** Key of the addresses that a completed request certainly removes. */
function endedBy({ request }: StormEvent): string {
  if (request.kind === 'delete address') return `address ${request.address.id}`;
  if (request.kind === 'delete address by ip') return `${request.ip} in ${request.subnet.id}`;
  return request.kind === 'truncate' ? `all in ${request.subnet.id}` : 'subnets';
}

/** An indexed history for the rules. It treats every unknown outcome as possible. */
export class Chronicle {
  readonly history: History;
  readonly addresses: readonly MadeAddress[];
  readonly subnets: readonly MadeSubnet[];
  readonly holds: Holds;
  /** Possible removals by the key of `removedBy`. */
  readonly #removals: ReadonlyMap<string, readonly StormEvent[]>;
  readonly #ends: ReadonlyMap<string, readonly StormEvent[]>;
  readonly #survivors: Survivors;
  readonly #hulls = new Map<number, Span>();
  readonly #changes = new Map<number, StormEvent[]>();
  readonly #lengths = new Map<number, number[]>();
  readonly #split = new Set<number>();

  constructor(history: History) {
    this.history = history;
    this.holds = new Holds(history.events);
    const possible = history.events.filter(mayHaveHappened);
    const removals = possible.filter(({ request }) => removing.has(request.kind));
    this.#removals = groupedBy(removals, removedBy);
    this.#ends = groupedBy(removals.filter(isAcknowledged), endedBy);
    this.addresses = history.events.flatMap(madeAddress);
    this.subnets = history.events.flatMap(madeSubnet);
    for (const event of possible) {
      if (!('subnet' in event.request)) continue;
      const { id } = event.request.subnet;
      const own = this.#changes.get(id) ?? [];
      own.push(event);
      this.#changes.set(id, own);
      if (event.request.kind === 'resize') this.#lengths.set(id, [...this.lengthsOf(id), event.request.length]);
      if (event.request.kind === 'split') this.#split.add(id);
    }
    this.#measure();
    this.#survivors = survivorsOf(history, this.addresses);
  }

  /** Requests on one subnet that may have been executed, in order of the history. */
  changesOf(subnetId: number): readonly StormEvent[] {
    return this.#changes.get(subnetId) ?? [];
  }

  /** The prefix lengths that a subnet may have after its resizes. */
  lengthsOf(subnetId: number): readonly number[] {
    return this.#lengths.get(subnetId) ?? [];
  }

  /** Whether the address may have been deleted within a period, or its hold may have expired. */
  mayLoseAddress(address: Pick<MadeAddress, 'id' | 'ip' | 'sectionId' | 'subnetId'>, period: Period): boolean {
    const { id, ip, sectionId, subnetId } = address;
    if (this.holds.freeFrom(`address ${id}`) < (period.until ?? this.history.readAt)) return true;
    const number = numberOf(ip);
    const bits = ip.includes(':') ? 128 : 32;
    const single: Span = { first: number, last: number, bits };
    return this.#during(period, `address ${id}`, ip, 'subnets').some((event) => {
      const { request } = event;
      if (request.kind === 'delete address') return true;
      if (request.kind === 'delete address by ip') return request.subnet.sectionId === sectionId;
      if (request.kind !== 'truncate' && request.kind !== 'delete subnet') return false;
      return this.#mayHaveCleared(event) && this.#mayHold(request, { sectionId, subnetId }, single);
    });
  }

  /**
   * Whether a subnet may have been deleted or split within a period, or its hold may have expired.
   * @param id undefined when unknown
   */
  mayLoseSubnet({ id, sectionId }: { readonly id?: number; readonly sectionId: number }, span: Span, period: Period): boolean {
    if (id !== undefined && this.holds.freeFrom(`subnet ${id}`) < (period.until ?? this.history.readAt)) return true;
    return this.#during(period, 'subnets').some(({ request }) => {
      if (request.kind !== 'split' && request.kind !== 'delete subnet') return false;
      if (request.kind === 'split' && request.grouped) return false;
      if (request.kind === 'split' && id !== undefined) return request.subnet.id === id;
      return this.#mayReach(request.subnet, sectionId, span);
    });
  }

  /** When the first removal of the address was acknowledged; infinite without a removal. */
  endOf({ id, ip, subnetId, answeredAt }: MadeAddress): number {
    const own = this.#ends.get(`address ${id}`) ?? [];
    const [byIp, truncated] = [`${ip} in ${subnetId}`, `all in ${subnetId}`].map((key) => this.#ends.get(key) ?? []);
    const ofPlace = this.mayBeSplit(subnetId) ? [] : [...(byIp ?? []), ...(truncated ?? [])];
    return Math.min(...[...own, ...ofPlace.filter(({ sentAt }) => sentAt > answeredAt)].map(endOf));
  }

  /** The range of all addresses that a subnet may have had; undefined for an unknown subnet. */
  hullOf(subnetId: number): Span | undefined {
    return this.#hulls.get(subnetId);
  }

  #mayReach(subnet: { readonly id: number; readonly sectionId: number }, sectionId: number, span: Span): boolean {
    const hull = this.#hulls.get(subnet.id);
    return subnet.sectionId === sectionId && hull !== undefined && overlaps(hull, span);
  }

  /** Whether the address may have been in the cleared subnet or its descendants. */
  #mayHold(
    { kind, subnet }: Extract<StormRequest, { readonly kind: 'truncate' | 'delete subnet' }>,
    { sectionId, subnetId }: Pick<MadeAddress, 'sectionId' | 'subnetId'>,
    span: Span,
  ): boolean {
    if (subnet.id === subnetId) return true;
    const isElsewhere = kind === 'truncate' && !this.mayBeSplit(subnetId);
    return !isElsewhere && this.#mayReach(subnet, sectionId, span);
  }

  /** Whether a request may have cleared its subnet. With an unknown outcome, a remaining older record disproves it. */
  #mayHaveCleared(event: StormEvent): boolean {
    const { request, sentAt } = event;
    if (isAcknowledged(event) || !('subnet' in request)) return true;
    const { id } = request.subnet;
    if (request.kind === 'delete subnet') return !this.#survivors.subnets.has(id);
    return (this.#survivors.oldest.get(id) ?? Number.POSITIVE_INFINITY) >= sentAt;
  }

  /** Whether a split may have moved addresses of the subnet to other subnets. */
  mayBeSplit(subnetId: number): boolean {
    return this.#split.has(subnetId);
  }

  #during({ from, until = Number.POSITIVE_INFINITY }: Period, ...removed: readonly string[]): StormEvent[] {
    const removals = removed.flatMap((key) => this.#removals.get(key) ?? []);
    return removals.filter((event) => event.sentAt < until && endOf(event) >= from);
  }

  #measure(): void {
    for (const { id, cidr } of this.history.final.subnets) this.#cover(id, cidr);
    for (const { id, cidr } of this.subnets) this.#cover(id, cidr);
    for (const { request } of this.history.events) for (const { id, cidr } of subnetsIn(request)) this.#cover(id, cidr);
  }

  #cover(id: number, cidr: string): void {
    const own = Number(cidr.split('/')[1]);
    const span = spanOf(aligned(cidr, Math.min(own, ...this.lengthsOf(id))));
    const known = this.#hulls.get(id) ?? span;
    const first = known.first < span.first ? known.first : span.first;
    const last = known.last > span.last ? known.last : span.last;
    this.#hulls.set(id, { first, last, bits: span.bits });
  }
}

/** Records of the final state. */
interface Survivors {
  readonly subnets: ReadonlySet<number>;
  /** By subnet id, the creation time of its oldest remaining address. */
  readonly oldest: ReadonlyMap<number, number>;
}

function survivorsOf({ final }: History, addresses: readonly MadeAddress[]): Survivors {
  const left = new Map(final.addresses.map(({ id, subnetId }) => [id, subnetId]));
  const oldest = new Map<number, number>();
  for (const { id, subnetId, answeredAt } of addresses) {
    if (left.get(id) !== subnetId) continue;
    oldest.set(subnetId, Math.min(answeredAt, oldest.get(subnetId) ?? answeredAt));
  }
  return { subnets: new Set(final.subnets.map(({ id }) => id)), oldest };
}

/** The network of a prefix length that contains the network address of `cidr`, as text for `spanOf`. */
export function aligned(cidr: string, length: number): string {
  const { first, bits } = spanOf(cidr);
  const size = 2n ** BigInt(bits - length);
  return `${textOf((first / size) * size, bits)}/${length}`;
}

/** The address of a number, with all groups written out. */
export function textOf(number: bigint, bits: 32 | 128): string {
  const [count, width, radix, separator] = bits === 32 ? ([4, 8, 10, '.'] as const) : ([8, 16, 16, ':'] as const);
  const groups = Array.from(
    { length: count },
    (_, index) => (number >> BigInt((count - 1 - index) * width)) % (1n << BigInt(width)),
  );
  return groups.map((group) => group.toString(radix)).join(separator);
}

function subnetsIn(request: StormRequest): { readonly id: number; readonly cidr: string }[] {
  if ('subnet' in request) return [request.subnet];
  if ('address' in request) return [request.address.subnet];
  return request.master ? [request.master] : [];
}

function madeAddress(event: StormEvent): MadeAddress[] {
  const { request, sentAt } = event;
  if (!isAcknowledged(event) || (request.kind !== 'take address' && request.kind !== 'create address')) return [];
  const { id = 0, data = '', at } = event.answer;
  const ip = request.kind === 'create address' ? request.ip : data;
  const { id: subnetId, sectionId } = request.subnet;
  return [{ event, id, sectionId, subnetId, ip, sentAt, answeredAt: at }];
}

function madeSubnet(event: StormEvent): MadeSubnet[] {
  const { request, sentAt } = event;
  if (!isAcknowledged(event) || (request.kind !== 'take subnet' && request.kind !== 'create subnet')) return [];
  const { id = 0, data = '', at } = event.answer;
  const isTaken = request.kind === 'take subnet';
  const sectionId = isTaken ? request.master.sectionId : request.sectionId;
  return [{ event, id, sectionId, cidr: data, masterId: request.master?.id ?? null, isTaken, sentAt, answeredAt: at }];
}
