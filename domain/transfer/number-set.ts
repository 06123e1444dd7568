const pageBits = 11;
const pageSize = 2 ** pageBits;

/** A dense set of integers from 0 to 2^31 - 1. It needs one bit per integer; a Set needs forty bytes. */
export class NumberSet {
  readonly #pages = new Map<number, Uint32Array>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(value: number): boolean {
    const word = this.#pages.get(value >> pageBits)?.[(value % pageSize) >> 5] ?? 0;
    return (word & (1 << (value & 31))) !== 0;
  }

  /** Returns whether the number is new. */
  add(value: number): boolean {
    if (this.has(value)) return false;
    const page = this.#pages.get(value >> pageBits) ?? new Uint32Array(pageSize / 32);
    this.#pages.set(value >> pageBits, page);
    const index = (value % pageSize) >> 5;
    page[index] = (page[index] ?? 0) | (1 << (value & 31));
    this.#size++;
    return true;
  }

  delete(value: number): void {
    const page = this.#pages.get(value >> pageBits);
    if (!page || !this.has(value)) return;
    const index = (value % pageSize) >> 5;
    page[index] = (page[index] ?? 0) & ~(1 << (value & 31));
    this.#size--;
  }
}
