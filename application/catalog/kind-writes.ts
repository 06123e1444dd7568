import { refuseDeletion } from '../../domain/access/default-values.js';
import type { Settings } from '../../domain/access/settings.js';
import { type KindName, kindOf } from '../../domain/catalog/kinds.js';
import { shapeOf } from '../../domain/catalog/record-types.js';
import { IpamError } from '../../domain/errors.js';
import type { KindRecord, StoredValues } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { RecordValues } from '../../domain/fields/record-input.js';
import type { Caller } from '../caller.js';
import { added, deleted, edited, recordChange, recordConsequences } from '../changes/change-log.js';
import { readRecord } from '../inventory/record-input.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { requireExpected } from '../unit-of-work/expected-version.js';

export interface WriteContext {
  readonly repositories: Repositories;
  /** Must have the right to write the kind. */
  readonly caller: Caller;
  /** Timestamp of the writes, YYYY-MM-DD HH:MM:SS. */
  readonly at: string;
}

/** Writes records of a kind in one unit of work, according to the descriptor. Kinds with further rules have a subclass. */
export class KindWrites {
  readonly kind: KindName;
  readonly repositories: Repositories;
  readonly caller: Caller;
  readonly at: string;
  #settings: Promise<Settings> | undefined;

  constructor(kind: KindName, { repositories, caller, at }: WriteContext) {
    this.kind = kind;
    this.repositories = repositories;
    this.caller = caller;
    this.at = at;
  }

  /** @returns the id of the record @throws IpamError field.*, customField.unknown, kind.taken, and errors of the rules of the kind */
  async create(input: Input): Promise<number> {
    const record = await this.readNew(await this.prepare(input));
    await this.check(record.values, record.values);
    return this.insert(record);
  }

  /** @throws IpamError kind.unknown, record.nothingToChange, record.changed, field.*, kind.taken; OutdatedRead */
  async change(id: number, input: Input): Promise<void> {
    const current = await this.lock(id);
    const record = await this.readChange(current, await this.prepare(input, current));
    await this.check({ ...current.values, ...record.values }, record.values, current);
    await this.update(current, record);
  }

  /**
   * Deletes a record. References to it are handled according to OnDelete.
   * @throws IpamError kind.unknown, kind.inUse, record.changed; OutdatedRead if the unit of work must be retried
   */
  async delete(id: number): Promise<void> {
    const kind = kindOf(this.kind);
    const locked = kind.isLocked ? await this.lock(id) : undefined;
    const { defaults, scan } = await this.settings;
    refuseDeletion(kind, locked ?? { id }, { ...defaults, scan });
    const current = flat(locked ?? (await this.lock(id)));
    requireExpected(this.caller, kind.fields, current);
    await recordConsequences(this.repositories, this.caller, this.at, { of: 'deletion', object: this.kind, id });
    await this.repositories.catalog.delete(this.kind, id);
    await recordChange(this.repositories, this.caller, this.at, deleted(this.kind, current));
  }

  /** Checks and completes the input before it is read. @param current undefined for a new record */
  protected async prepare(input: Input, _current?: KindRecord): Promise<Input> {
    return input;
  }

  /** Checks the values before they are stored. @param current undefined for a new record */
  protected async check(_values: StoredValues, _changes: StoredValues, _current?: KindRecord): Promise<void> {}

  protected get settings(): Promise<Settings> {
    this.#settings ??= this.repositories.settings.read();
    return this.#settings;
  }

  /** @throws IpamError field.* */
  async readNew(input: Input): Promise<RecordValues> {
    const record = await readRecord(this.repositories, shapeOf(this.kind), input, 'create');
    await this.#checkRules(record.values);
    return record;
  }

  /** @throws IpamError record.nothingToChange, field.* */
  async readChange(current: KindRecord, input: Input): Promise<RecordValues> {
    const record = await readRecord(this.repositories, shapeOf(this.kind), input, 'change');
    await this.#checkRules({ ...current.values, ...record.values });
    return record;
  }

  /** @throws IpamError kind.unknown */
  async lock(id: number): Promise<KindRecord> {
    const current = await this.repositories.catalog.lock(this.kind, id);
    if (!current) throw new IpamError('kind.unknown', { kind: this.kind, id });
    return current;
  }

  /** @returns the id of the record @throws IpamError field.reference, kind.taken */
  async insert({ values, custom }: RecordValues): Promise<number> {
    const id = await this.repositories.catalog.insert(this.kind, values, custom);
    await recordChange(this.repositories, this.caller, this.at, added(this.kind, id, { ...values, custom }));
    return id;
  }

  /** Updates a record and its change time. @throws IpamError record.changed, field.reference, kind.taken */
  async update(locked: KindRecord, { values, custom }: RecordValues): Promise<void> {
    const { fields } = kindOf(this.kind);
    const current = flat(locked);
    requireExpected(this.caller, fields, current);
    const changes = 'editDate' in fields ? { ...values, editDate: this.at } : values;
    await this.repositories.catalog.update(this.kind, locked.id, changes, custom);
    await recordChange(this.repositories, this.caller, this.at, edited(this.kind, current, { ...changes, custom }));
  }

  async #checkRules(values: StoredValues): Promise<void> {
    const rules = Object.values(kindOf(this.kind).rules ?? {});
    if (rules.length === 0) return;
    const { vlanMax } = await this.settings;
    for (const check of rules) {
      const broken = check(values, { highestVlanNumber: vlanMax });
      if (broken) throw broken;
    }
  }
}

const flat = ({ id, values, custom }: KindRecord) => ({ ...values, id, custom });
