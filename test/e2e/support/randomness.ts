/** Deterministic pseudorandom numbers. */
export class Randomness {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** An integer from 0 to `bound` - 1. */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  }

  /** A random element. @throws RangeError for an empty array */
  oneOf<T>(values: readonly T[]): T {
    if (values.length === 0) throw new RangeError('nothing to choose from');
    return values[this.below(values.length)] as T;
  }

  /** The values in random order. */
  shuffled<T>(values: readonly T[]): T[] {
    const rest = [...values];
    return values.map(() => rest.splice(this.below(rest.length), 1)[0] as T);
  }
}

/** A random network of a prefix length in 10.0.0.0/12. */
export function randomNetwork(random: Randomness, mask: number): string {
  const first = 0x0a000000 + random.below(2 ** (mask - 12)) * 2 ** (32 - mask);
  return `${[24, 16, 8, 0].map((shift) => (first >>> shift) & 255).join('.')}/${mask}`;
}
