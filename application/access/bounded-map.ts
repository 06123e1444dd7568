/** A map with a limit of entries. A new or replaced entry is the newest. Above the limit, the oldest entry is removed. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    const [oldest] = this.keys();
    if (oldest !== undefined && this.size >= this.#max) this.delete(oldest);
    return super.set(key, value);
  }
}
