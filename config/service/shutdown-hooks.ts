/** Executes shutdown steps in reverse order. */
export class ShutdownHooks {
  readonly #ends: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.#ends.unshift(end);
  }

  /** @throws the first error, after executing all steps */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const end of this.#ends.splice(0)) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
