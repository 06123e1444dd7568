/** Rows that use-cases lock in one order: sections before subnets, those of one sort by ascending id. */
const orderedSorts = ['section', 'subnet'] as const;

/**
 * What a unit of work has locked. Nothing else runs beside it in memory, so that this is there for the tests of use-cases: it
 * finds writes that lack their lock, and locks in an order in which units of work could wait for each other in a ring.
 */
export class Locks {
  readonly #isChecked: boolean;
  readonly #locked = new Set<string>();
  #last: { readonly rank: number; readonly id: number; readonly name: string } | undefined;

  /** @param isChecked whether mistakes are told */
  constructor(isChecked: boolean) {
    this.#isChecked = isChecked;
  }

  /** Notes that something has been locked, or made, so that nobody else knows of it. */
  note(name: string): void {
    this.#locked.add(name);
  }

  /** Notes that a row has been locked. @throws Error where rows that come later in the order are locked already */
  noteRow(sort: (typeof orderedSorts)[number], id: number): void {
    const [name, rank] = [`${sort} ${id}`, orderedSorts.indexOf(sort)];
    if (this.#locked.has(name)) return;
    this.#locked.add(name);
    const last = this.#last;
    if (this.#isChecked && last && (last.rank > rank || (last.rank === rank && last.id > id)))
      throw new Error(`${name} is locked after ${last.name}`);
    this.#last = { rank, id, name };
  }

  /** @throws Error where something should be locked and is not: the use-case is wrong */
  require(name: string): void {
    if (this.#isChecked && !this.#locked.has(name)) throw new Error(`${name} is written to, or below it, without being locked`);
  }
}

/** Names of locks that are no rows. */
export const customFieldsLock = 'the definitions of custom fields';
export const settingsLock = 'the settings';
export const attemptsLock = (key: string): string => `the attempts of ${key}`;
