/** Row types with a lock order: sections before subnets, rows of one type by ascending id. */
const orderedSorts = ['section', 'subnet'] as const;

/**
 * The locks of a unit of work, for tests of use-cases: in memory units of work never overlap. They detect writes without a lock,
 * and lock orders that could deadlock.
 */
export class Locks {
  readonly #isChecked: boolean;
  readonly #locked = new Set<string>();
  #last: { readonly rank: number; readonly id: number; readonly name: string } | undefined;

  /** @param isChecked whether mistakes throw */
  constructor(isChecked: boolean) {
    this.#isChecked = isChecked;
  }

  /** Records a lock, or a new row that is invisible to other units of work. */
  note(name: string): void {
    this.#locked.add(name);
  }

  /** Records the lock of a row. @throws Error when rows later in the order are already locked */
  noteRow(sort: (typeof orderedSorts)[number], id: number): void {
    const [name, rank] = [`${sort} ${id}`, orderedSorts.indexOf(sort)];
    if (this.#locked.has(name)) return;
    this.#locked.add(name);
    const last = this.#last;
    if (this.#isChecked && last && (last.rank > rank || (last.rank === rank && last.id > id)))
      throw new Error(`${name} is locked after ${last.name}`);
    this.#last = { rank, id, name };
  }

  /** @throws Error for a missing lock: a mistake of the use-case */
  require(name: string): void {
    if (this.#isChecked && !this.#locked.has(name)) throw new Error(`${name} is written to, or below it, without being locked`);
  }
}

export const customFieldsLock = 'the definitions of custom fields';
export const settingsLock = 'the settings';
export const attemptsLock = (key: string): string => `the attempts of ${key}`;
