import { groupedBy } from './grouped-by.js';
import { endOf, isAcknowledged, mayHaveHappened, type StormEvent } from './history/history.js';

/** So far, in milliseconds, the clocks of processes may be from each other, as each asks the database through what fails. */
const clockError = 1500;

/**
 * So long, in milliseconds, who needs a place may have waited since it looked at the clock: for the lock of the network, together
 * with those that came before.
 */
const longestLook = 12_000;

/** A hold that somebody asked for. */
interface Term {
  readonly from: number;
  /** When it was given, if it was, at the latest. */
  readonly until: number;
  readonly isDone: boolean;
  /** Seconds. */
  readonly hold: number;
}

/** What is known of the holds of addresses and networks: by `address 5` or `subnet 5`. */
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

  /** Whether it was taken for a while, as far as anybody was told. */
  wasHeld(key: string): boolean {
    return this.#terms.has(key);
  }

  /** Whether it was confirmed for sure before a moment. */
  isConfirmed(key: string, before: number): boolean {
    return (this.#confirmations.get(key) ?? []).some((event) => isAcknowledged(event) && event.answer.at < before);
  }

  /** Whether it may have been confirmed before a moment. */
  mayBeConfirmed(key: string, before: number): boolean {
    return (this.#confirmations.get(key) ?? []).some(({ sentAt }) => sentAt < before);
  }

  /**
   * When it may have been freed at the earliest: infinite where it was never held, and where it is confirmed, as what is gone is
   * not confirmed any more.
   */
  freeFrom(key: string): number {
    const terms = this.#terms.get(key);
    if (!terms || this.isConfirmed(key, Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
    const done = terms.filter(({ isDone }) => isDone);
    const last = terms.filter(({ until }) => !done.some(({ from }) => from > until));
    const expiry = Math.min(...last.map(({ from, hold }) => from + hold * 1000));
    // It was there when it was held anew.
    return Math.max(expiry, ...done.map(({ from }) => from)) - clockError;
  }

  /** From when on whoever needs it gets it: infinite where somebody may have confirmed it. */
  freeBy(key: string): number {
    const terms = this.#terms.get(key);
    if (!terms || this.mayBeConfirmed(key, Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
    // Times are kept in whole seconds: the one that has begun when it is held, and that in which it expires, do not count.
    return Math.max(...terms.map(({ until, hold }) => until + (hold + 2) * 1000)) + clockError + longestLook;
  }
}

/** The object of a request that confirms or prolongs. */
function keyOf({ request }: StormEvent): string {
  return 'address' in request ? `address ${request.address.id}` : `subnet ${'subnet' in request ? request.subnet.id : 0}`;
}

function termOf(event: StormEvent): (Term & { readonly key: string; readonly isFirst: boolean })[] {
  const { request, sentAt: from } = event;
  if (!('hold' in request) || request.hold === undefined) return [];
  const isDone = isAcknowledged(event);
  const isFirst = request.kind !== 'prolong address';
  if (isFirst && !isDone) return []; // nobody knows what it got
  const made = `${request.kind === 'take subnet' ? 'subnet' : 'address'} ${event.answer?.id}`;
  return [{ key: isFirst ? made : keyOf(event), isFirst, from, until: endOf(event), isDone, hold: request.hold }];
}
