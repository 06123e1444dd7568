/** Runs one statement for all items with the same key in one turn of the event loop. */
export class GatheredStatements<Key, Item, Result> {
  readonly #run: (key: Key, items: readonly Item[]) => Promise<Result>;
  readonly #max: number;
  readonly #gatherings = new Map<Key, Gathering<Item, Result>>();

  /** @param run called at the end of the turn @param max maximum number of items in one statement */
  constructor(run: (key: Key, items: readonly Item[]) => Promise<Result>, max = Number.POSITIVE_INFINITY) {
    this.#run = run;
    this.#max = max;
  }

  /** Adds an item to the statement of its key. @throws the error of the statement */
  add(key: Key, item: Item): Gathered<Result> {
    const gathering = this.#gatherings.get(key) ?? this.#begin(key);
    const index = gathering.items.push(item) - 1;
    if (gathering.items.length === this.#max) this.#gatherings.delete(key);
    return { result: gathering.result, index };
  }

  #begin(key: Key): Gathering<Item, Result> {
    const items: Item[] = [];
    const result = new Promise<Result>((resolve, reject) => {
      setImmediate(() => {
        if (this.#gatherings.get(key) === gathering) this.#gatherings.delete(key);
        this.#run(key, items).then(resolve, reject);
      });
    });
    const gathering = { items, result };
    this.#gatherings.set(key, gathering);
    return gathering;
  }
}

/** The result of a statement for several items, and the index of one item among them. */
export interface Gathered<Result> {
  readonly result: Promise<Result>;
  readonly index: number;
}

interface Gathering<Item, Result> {
  readonly items: Item[];
  readonly result: Promise<Result>;
}
