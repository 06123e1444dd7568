import { groupedBy } from './grouped-by.js';
import { endOf, isAcknowledged, mayHaveHappened, type StormEvent } from './history/history.js';

/** Maximum difference between the clocks of processes, in milliseconds. Each reads the database clock through faults. */
const clockError = 1500;

/**
 * Maximum time from the clock read of an allocation to its end, in milliseconds.
 * The allocation and its predecessors wait for the lock of the network.
 */
const longestLook = 12_000;

/** A requested hold. */
interface Term {
  readonly from: number;
  /** The latest time at which the hold may have started. */
  readonly until: number;
  readonly isDone: boolean;
  /** Seconds. */
  readonly hold: number;
}

/** The holds of addresses and subnets, by keys such as `address 5` and `subnet 5`. */
export class Holds {
  readonly #terms: ReadonlyMap<string, readonly Term[]>;
  readonly #confirmations: ReadonlyMap<string, readonly StormEvent[]>;

  constructor(events: readonly StormEvent[]) {
    const possible = events.filter(mayHaveHappened);
    const terms = possible.flatMap((event) => termOf(event));
    this.#terms = new Map([...groupedBy(terms, ({ key }) => key)].filter(([, own]) => own.some(({ isFirst }) => isFirst)));
    const confirming = possible.filter(({ request }) => request.kind === 'confirm address' || request.kind === 'confirm subnet');
    this.#confirmations = groupedBy(confirming, keyOf);
  }

  /** Whether an acknowledged request allocated it with a hold. */
  wasHeld(key: string): boolean {
    return this.#terms.has(key);
  }

  /** Whether it was certainly confirmed before a timestamp. */
  isConfirmed(key: string, before: number): boolean {
    return (this.#confirmations.get(key) ?? []).some((event) => isAcknowledged(event) && event.answer.at < before);
  }

  /** Whether it may have been confirmed before a timestamp. */
  mayBeConfirmed(key: string, before: number): boolean {
    return (this.#confirmations.get(key) ?? []).some(({ sentAt }) => sentAt < before);
  }

  /**
   * The earliest time at which it may have been freed.
   * Infinite if it was never held or was confirmed: an expired record cannot be confirmed.
   */
  freeFrom(key: string): number {
    const terms = this.#terms.get(key);
    if (!terms || this.isConfirmed(key, Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
    const done = terms.filter(({ isDone }) => isDone);
    const last = terms.filter(({ until }) => !done.some(({ from }) => from > until));
    const expiry = Math.min(...last.map(({ from, hold }) => from + hold * 1000));
    // It existed when a request prolonged its hold.
    return Math.max(expiry, ...done.map(({ from }) => from)) - clockError;
  }

  /** The time from which it is certainly free. Infinite if it was never held or may have been confirmed. */
  freeBy(key: string): number {
    const terms = this.#terms.get(key);
    if (!terms || this.mayBeConfirmed(key, Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
    // Times are stored in whole seconds: the first and the last second do not count.
    return Math.max(...terms.map(({ until, hold }) => until + (hold + 2) * 1000)) + clockError + longestLook;
  }
}

/** Key of the object that a request confirms or prolongs. */
function keyOf({ request }: StormEvent): string {
  return 'address' in request ? `address ${request.address.id}` : `subnet ${'subnet' in request ? request.subnet.id : 0}`;
}

function termOf(event: StormEvent): (Term & { readonly key: string; readonly isFirst: boolean })[] {
  const { request, sentAt: from } = event;
  if (!('hold' in request) || request.hold === undefined) return [];
  const isDone = isAcknowledged(event);
  const isFirst = request.kind !== 'prolong address';
  if (isFirst && !isDone) return []; // its object is unknown
  const made = `${request.kind === 'take subnet' ? 'subnet' : 'address'} ${event.answer?.id}`;
  return [{ key: isFirst ? made : keyOf(event), isFirst, from, until: endOf(event), isDone, hold: request.hold }];
}
