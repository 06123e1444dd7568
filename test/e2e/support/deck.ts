import type { Randomness } from './randomness.js';

/** Deals values in random order. No value repeats before all others are dealt. */
export class Deck<T> {
  readonly #values: () => readonly T[];
  readonly #random: Randomness;
  #left: readonly T[] = [];

  /** @param values called again for each round */
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

/** @returns a function from a name to its deck; the first call for a name creates the deck */
export function decks<T>(random: Randomness, values: () => readonly T[]): (name: string) => Deck<T> {
  const made = new Map<string, Deck<T>>();
  return (name) => {
    const deck = made.get(name) ?? new Deck(random, values);
    made.set(name, deck);
    return deck;
  };
}
