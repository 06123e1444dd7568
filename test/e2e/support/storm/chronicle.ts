import { numberOf, overlaps, type Span, spanOf } from '../naive-register.js';
import { type History, isAcknowledged, mayHaveHappened, type StormEvent, type StormRequest } from './history.js';

/** From when to when something is asked for, on the clients' clock. */
export interface Period {
  readonly from: number;
  readonly until?: number;
}

/** An object that the service said it had made. */
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

/** The requests after which something may be gone. */
const removing: ReadonlySet<StormRequest['kind']> = new Set([
  'delete address',
  'delete address by ip',
  'truncate',
  'split',
  'delete subnet',
]);

/** A history in an order that questions can be asked of. It knows nothing for sure that it was not told. */
export class Chronicle {
  readonly history: History;
  readonly addresses: readonly MadeAddress[];
  readonly subnets: readonly MadeSubnet[];
  readonly #removals: readonly StormEvent[];
  readonly #hulls = new Map<number, Span>();
  readonly #changes = new Map<number, StormEvent[]>();

  constructor(history: History) {
    this.history = history;
    const possible = history.events.filter(mayHaveHappened);
    this.#removals = possible.filter(({ request }) => removing.has(request.kind));
    this.addresses = history.events.flatMap(madeAddress);
    this.subnets = history.events.flatMap(madeSubnet);
    for (const event of possible) {
      if (!('subnet' in event.request)) continue;
      const { id } = event.request.subnet;
      const own = this.#changes.get(id) ?? [];
      own.push(event);
      this.#changes.set(id, own);
    }
    this.#measure();
  }

  /** Requests about one subnet that may have been done, in the order of the history. */
  changesOf(subnetId: number): readonly StormEvent[] {
    return this.#changes.get(subnetId) ?? [];
  }

  /** The prefix lengths that a subnet may have got by resizing. */
  lengthsOf(subnetId: number): number[] {
    return this.changesOf(subnetId).flatMap(({ request }) => (request.kind === 'resize' ? [request.length] : []));
  }

  /** Whether somebody may have deleted the address within a period. */
  mayLoseAddress({ id, ip, sectionId }: Pick<MadeAddress, 'id' | 'ip' | 'sectionId'>, period: Period): boolean {
    const number = numberOf(ip);
    const bits = ip.includes(':') ? 128 : 32;
    const single: Span = { first: number, last: number, bits };
    return this.#during(period).some(({ request }) => {
      if (request.kind === 'delete address') return request.address.id === id;
      if (request.kind === 'delete address by ip') return request.ip === ip && request.subnet.sectionId === sectionId;
      const clears = request.kind === 'truncate' || request.kind === 'delete subnet';
      return clears && this.#mayReach(request.subnet, sectionId, single);
    });
  }

  /** Whether somebody may have deleted a subnet, or split it into others, within a period. @param id missing when nobody knows it */
  mayLoseSubnet({ id, sectionId }: { readonly id?: number; readonly sectionId: number }, span: Span, period: Period): boolean {
    return this.#during(period).some(({ request }) => {
      if (request.kind !== 'split' && request.kind !== 'delete subnet') return false;
      if (request.kind === 'split' && request.grouped) return false;
      if (request.kind === 'split' && id !== undefined) return request.subnet.id === id;
      return this.#mayReach(request.subnet, sectionId, span);
    });
  }

  /** All addresses that a subnet may have had at some time; nothing when nobody ever knew it. */
  hullOf(subnetId: number): Span | undefined {
    return this.#hulls.get(subnetId);
  }

  #mayReach(subnet: { readonly id: number; readonly sectionId: number }, sectionId: number, span: Span): boolean {
    const hull = this.#hulls.get(subnet.id);
    return subnet.sectionId === sectionId && hull !== undefined && overlaps(hull, span);
  }

  #during({ from, until = Number.POSITIVE_INFINITY }: Period): StormEvent[] {
    return this.#removals.filter(({ sentAt, answer }) => sentAt < until && (answer?.at ?? Number.POSITIVE_INFINITY) >= from);
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

/** The network of a length that a network address lies in, as text that `spanOf` reads. */
export function aligned(cidr: string, length: number): string {
  const { first, bits } = spanOf(cidr);
  const size = 2n ** BigInt(bits - length);
  return `${textOf((first / size) * size, bits)}/${length}`;
}

/** A number as an address, all groups written out. */
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
