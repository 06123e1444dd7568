/** Tells those who wait for changes that something was committed in this process. */
export class CommitSignal {
  readonly #listeners = new Set<() => void>();
  readonly #pauses = new Set<Promise<unknown>>();

  /** @returns ends it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Lets no unit of work of this process begin until something has settled. */
  pauseUntil(until: Promise<unknown>): void {
    const settled = until.catch(() => {}).finally(() => this.#pauses.delete(settled));
    this.#pauses.add(settled);
  }

  /** What is waited for before a unit of work begins; undefined where nothing is. */
  get paused(): Promise<unknown> | undefined {
    return this.#pauses.size > 0 ? Promise.all(this.#pauses) : undefined;
  }

  announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
