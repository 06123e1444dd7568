/** What is to be ended when a service ends, however it does: what began last at first. */
export class ShutdownHooks {
  readonly #ends: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.#ends.unshift(end);
  }

  /** @throws what the first of them throws that fails; the others are run all the same */
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
