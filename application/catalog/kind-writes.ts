import { refuseDeletion } from '../../domain/access/default-values.js';
import { type KindName, kindOf } from '../../domain/catalog/kinds.js';
import { IpamError } from '../../domain/errors.js';
import type { FieldValue } from '../../domain/fields/field.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { RecordValues } from '../../domain/fields/record-input.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import type { Caller } from '../caller.js';
import { readRecord } from '../inventory/record-input.js';
import type { Clock } from '../ports/environment.js';
import type { Repositories } from '../ports/unit-of-work.js';

/** How records of one kind are written by who may do so, each within a unit of work that was begun for it. */
export interface KindWrites {
  /** @returns the new record's id */
  create(repositories: Repositories, input: Input, caller: Caller): Promise<number>;
  change(repositories: Repositories, id: number, input: Input, caller: Caller): Promise<void>;
  /** @throws OutdatedRead where the unit of work has to begin anew */
  delete(repositories: Repositories, id: number, caller: Caller): Promise<void>;
}

/** Writes of a kind as its descriptor says, and the steps of them, out of which kinds with rules of their own make theirs. */
export class PlainWrites implements KindWrites {
  readonly kind: KindName;
  readonly #clock: Clock;

  constructor(kind: KindName, clock: Clock) {
    this.kind = kind;
    this.#clock = clock;
  }

  /** @throws IpamError field.*, kind.taken */
  async create(repositories: Repositories, input: Input): Promise<number> {
    return this.insert(repositories, await this.readNew(repositories, input));
  }

  /** @throws IpamError kind.unknown, record.nothingToChange, field.*, kind.taken */
  async change(repositories: Repositories, id: number, input: Input): Promise<void> {
    const current = await this.lock(repositories, id);
    await this.update(repositories, id, await this.readChange(repositories, current, input));
  }

  /** Deletes a record; what refers to it is cleared, moved or deleted as its references say. @throws IpamError kind.unknown, kind.inUse */
  async delete(repositories: Repositories, id: number): Promise<void> {
    const kind = kindOf(this.kind);
    const record = kind.isLocked ? await this.lock(repositories, id) : { id };
    refuseDeletion(kind, record, (await repositories.settings.read()).defaults);
    if (!(await repositories.catalog.delete(this.kind, id))) throw new IpamError('kind.unknown', { kind: this.kind, id });
  }

  /** The values of a record to be made. @throws IpamError field.* */
  async readNew(repositories: Repositories, input: Input): Promise<RecordValues> {
    const record = await readRecord(repositories, this.#shape, input, 'create');
    await this.#checkRules(repositories, record.values);
    return record;
  }

  /** The values that a change sets. @throws IpamError record.nothingToChange, field.* */
  async readChange(repositories: Repositories, current: KindRecord, input: Input): Promise<RecordValues> {
    const record = await readRecord(repositories, this.#shape, input, 'change');
    await this.#checkRules(repositories, { ...current.values, ...record.values });
    return record;
  }

  /** Reads a record and locks it. @throws IpamError kind.unknown */
  async lock({ catalog }: Repositories, id: number): Promise<KindRecord> {
    const current = await catalog.lock(this.kind, id);
    if (!current) throw new IpamError('kind.unknown', { kind: this.kind, id });
    return current;
  }

  /** @returns the new record's id. @throws IpamError field.reference, kind.taken */
  insert({ catalog }: Repositories, { values, custom }: RecordValues): Promise<number> {
    return catalog.insert(this.kind, values, custom);
  }

  /** Changes what is named, and notes when. @throws IpamError field.reference, kind.taken */
  update({ catalog }: Repositories, id: number, { values, custom }: RecordValues): Promise<void> {
    const editDate = 'editDate' in kindOf(this.kind).fields ? { editDate: formatTimestamp(this.#clock.now()) } : {};
    return catalog.update(this.kind, id, { ...values, ...editDate }, custom);
  }

  get #shape() {
    return { fields: kindOf(this.kind).fields, owner: kindOf(this.kind).customFields };
  }

  async #checkRules(repositories: Repositories, values: Readonly<Record<string, FieldValue>>): Promise<void> {
    const rules = Object.values(kindOf(this.kind).rules ?? {});
    if (rules.length === 0) return;
    const { vlanMax } = await repositories.settings.read();
    for (const check of rules) {
      const broken = check(values, { highestVlanNumber: vlanMax });
      if (broken) throw broken;
    }
  }
}
