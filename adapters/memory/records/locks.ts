/** Row types with a lock order: sections before subnets, and rows of one type by ascending id. */
const orderedSorts = ['section', 'subnet'] as const;

/** For tests of use-cases: detects writes without a lock, and lock orders that could deadlock in other storages. */
export class Locks {
  readonly #isChecked: boolean;
  readonly #locked = new Set<string>();
  #last: { readonly rank: number; readonly id: number; readonly name: string } | undefined;

  constructor(isChecked: boolean) {
    this.#isChecked = isChecked;
  }

  /** Records a lock. Also called for a new row, which needs no lock because no other unit of work can see it. */
  note(name: string): void {
    this.#locked.add(name);
  }

  /** @throws Error if a later row in the lock order is already locked */
  noteRow(sort: (typeof orderedSorts)[number], id: number): void {
    const [name, rank] = [`${sort} ${id}`, orderedSorts.indexOf(sort)];
    if (this.#locked.has(name)) return;
    this.#locked.add(name);
    const last = this.#last;
    if (this.#isChecked && last && (last.rank > rank || (last.rank === rank && last.id > id)))
      throw new Error(`${name} is locked after ${last.name}`);
    this.#last = { rank, id, name };
  }

  /** @throws Error for a missing lock, which is a defect of the use-case */
  require(name: string): void {
    if (this.#isChecked && !this.#locked.has(name)) throw new Error(`${name}, or a record below it, is written without a lock`);
  }
}

export const customFieldsLock = 'the definitions of custom fields';
export const settingsLock = 'the settings';
export const attemptsLock = (key: string): string => `the attempts of ${key}`;
