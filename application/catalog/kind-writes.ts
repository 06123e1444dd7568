import { refuseDeletion } from '../../domain/access/default-values.js';
import { type KindName, kindOf } from '../../domain/catalog/kinds.js';
import type { Change } from '../../domain/changes/change.js';
import { IpamError } from '../../domain/errors.js';
import type { FieldValue } from '../../domain/fields/field.js';
import type { KindRecord } from '../../domain/fields/kind.js';
import type { Input } from '../../domain/fields/read-fields.js';
import type { RecordValues } from '../../domain/fields/record-input.js';
import type { Caller } from '../caller.js';
import { recordChange, recordConsequences, valuesOfDeleted, valuesOfEdit, valuesOfNew } from '../changes/change-log.js';
import { readRecord } from '../inventory/record-input.js';
import type { Repositories } from '../ports/unit-of-work.js';
import { requireExpected } from '../unit-of-work/expected-version.js';

/** Writes of a kind in the unit of work of the given repositories. The caller must have the right to write the kind. */
export interface KindWrites {
  /** @returns the id of the record */
  create(repositories: Repositories, input: Input, caller: Caller): Promise<number>;
  /** @throws IpamError record.changed if the caller expects another version */
  change(repositories: Repositories, id: number, input: Input, caller: Caller): Promise<void>;
  /** @throws IpamError record.changed; OutdatedRead if the unit of work must be retried */
  delete(repositories: Repositories, id: number, caller: Caller): Promise<void>;
}

/** Writes records according to the descriptor of their kind. The writes of kinds with further rules reuse these methods. */
export class PlainWrites implements KindWrites {
  readonly kind: KindName;
  /** Timestamp of the writes, YYYY-MM-DD HH:MM:SS. */
  readonly at: string;

  constructor(kind: KindName, at: string) {
    this.kind = kind;
    this.at = at;
  }

  /** @throws IpamError field.*, customField.unknown, kind.taken, and errors of the rules of the kind */
  async create(repositories: Repositories, input: Input, caller: Caller): Promise<number> {
    return this.insert(repositories, await this.readNew(repositories, input), caller);
  }

  /** @throws IpamError kind.unknown, record.nothingToChange, field.*, kind.taken */
  async change(repositories: Repositories, id: number, input: Input, caller: Caller): Promise<void> {
    const current = await this.lock(repositories, id);
    await this.update(repositories, current, await this.readChange(repositories, current, input), caller);
  }

  /** Deletes a record. References to it are handled according to OnDelete. @throws IpamError kind.unknown, kind.inUse */
  async delete(repositories: Repositories, id: number, caller: Caller): Promise<void> {
    const kind = kindOf(this.kind);
    const locked = kind.isLocked ? await this.lock(repositories, id) : undefined;
    const { defaults, scan } = await repositories.settings.read();
    refuseDeletion(kind, locked ?? { id }, { ...defaults, scan });
    const current = flat(locked ?? (await this.lock(repositories, id)));
    requireExpected(caller, kind.fields, current);
    await recordConsequences(repositories, caller, this.at, { of: 'deletion', object: this.kind, id });
    await repositories.catalog.delete(this.kind, id);
    await this.#record(repositories, caller, current, {
      objectId: id,
      action: 'delete',
      ...valuesOfDeleted(kind.fields, current),
    });
  }

  /** @throws IpamError field.* */
  async readNew(repositories: Repositories, input: Input): Promise<RecordValues> {
    const record = await readRecord(repositories, this.#shape, input, 'create');
    await this.#checkRules(repositories, record.values);
    return record;
  }

  /** @throws IpamError record.nothingToChange, field.* */
  async readChange(repositories: Repositories, current: KindRecord, input: Input): Promise<RecordValues> {
    const record = await readRecord(repositories, this.#shape, input, 'change');
    await this.#checkRules(repositories, { ...current.values, ...record.values });
    return record;
  }

  /** @throws IpamError kind.unknown */
  async lock({ catalog }: Repositories, id: number): Promise<KindRecord> {
    const current = await catalog.lock(this.kind, id);
    if (!current) throw new IpamError('kind.unknown', { kind: this.kind, id });
    return current;
  }

  /** @returns the id of the record @throws IpamError field.reference, kind.taken */
  async insert(repositories: Repositories, { values, custom }: RecordValues, caller: Caller): Promise<number> {
    const objectId = await repositories.catalog.insert(this.kind, values, custom);
    const added = valuesOfNew(kindOf(this.kind).fields, { ...values, custom });
    await this.#record(repositories, caller, values, { objectId, action: 'add', ...added });
    return objectId;
  }

  /** Updates a record and its change time. @throws IpamError record.changed, field.reference, kind.taken */
  async update(repositories: Repositories, locked: KindRecord, { values, custom }: RecordValues, caller: Caller): Promise<void> {
    const { fields } = kindOf(this.kind);
    const current = flat(locked);
    requireExpected(caller, fields, current);
    const changes = 'editDate' in fields ? { ...values, editDate: this.at } : values;
    await repositories.catalog.update(this.kind, locked.id, changes, custom);
    const edited = valuesOfEdit(fields, current, { ...changes, custom });
    await this.#record(repositories, caller, current, { objectId: locked.id, action: 'edit', ...edited });
  }

  /** @param values of the record, including its subnet for a kind within subnets */
  #record(
    repositories: Repositories,
    caller: Caller,
    values: Readonly<Record<string, unknown>>,
    change: Omit<Change, 'object'>,
  ): Promise<void> {
    const { within } = kindOf(this.kind);
    const parent = within === undefined ? {} : { subnetId: Number(values[within]) };
    return recordChange(repositories, caller, this.at, { object: this.kind, ...parent, ...change });
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

const flat = ({ id, values, custom }: KindRecord) => ({ ...values, id, custom });
