import type { Randomness } from './randomness.js';

/** Deals values in a random order; none comes again before all others have come. */
export class Deck<T> {
  readonly #values: () => readonly T[];
  readonly #random: Randomness;
  #left: readonly T[] = [];

  /** @param values asked anew each time that all have come */
  constructor(random: Randomness, values: () => readonly T[]) {
    this.#random = random;
    this.#values = values;
  }

  /** The next values. */
  deal(count: number): readonly T[] {
    while (this.#left.length < count) this.#left = [...this.#left, ...this.#random.shuffled(this.#values())];
    const dealt = this.#left.slice(0, count);
    this.#left = this.#left.slice(count);
    return dealt;
  }
}

/** A deck for each name. @returns gives the one of a name, made when it is first asked for */
export function decks<T>(random: Randomness, values: () => readonly T[]): (name: string) => Deck<T> {
  const made = new Map<string, Deck<T>>();
  return (name) => {
    const deck = made.get(name) ?? new Deck(random, values);
    made.set(name, deck);
    return deck;
  };
}
