export class CommitSignal {
  readonly #listeners = new Set<() => void>();
  readonly #pauses = new Set<Promise<unknown>>();

  /** @returns a function that removes the listener */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Delays new units of work of this process until a promise settles. */
  pauseUntil(until: Promise<unknown>): void {
    const settled = until.catch(() => {}).finally(() => this.#pauses.delete(settled));
    this.#pauses.add(settled);
  }

  get paused(): Promise<unknown> | undefined {
    return this.#pauses.size > 0 ? Promise.all(this.#pauses) : undefined;
  }

  announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
