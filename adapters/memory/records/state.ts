import { defaultSettings, type Settings } from '../../../domain/access/settings.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { Collection } from './collection.js';
import { FreeBlocks } from './free-blocks.js';
import { Locks } from './locks.js';
import { type OwnerName, ofEachOwner, owners } from './owners.js';
import { Table } from './table.js';
import { emptyTables, type Stored, type Tables } from './tables.js';

export interface State {
  readonly records: Readonly<Record<OwnerName, Table<KindRecord>>>;
  /** Derived from the subnets, for searches of free space. */
  readonly freeBlocks: FreeBlocks;
  readonly tables: Tables;
  readonly settings: Settings;
  /** Number of the last pruned entry of the feed; 0 if none was pruned. */
  readonly feedPruned: number;
}

export const emptyState: State = {
  records: ofEachOwner((name) => Table.empty(owners[name].indexes)),
  freeBlocks: FreeBlocks.empty,
  tables: emptyTables,
  settings: defaultSettings,
  feedPruned: 0,
};

export interface Source {
  readonly state: State;
}

interface DraftOptions {
  readonly checksLocks?: boolean;
  /** For reads outside of units of work: each sees the latest state of the source. */
  readonly isReadOnly?: boolean;
}

/** The changes of one unit of work. Other units of work see them after the commit. */
export class Draft implements Source {
  readonly #source: Source;
  readonly #isReadOnly: boolean;
  #changed: State | undefined;
  #ended = false;
  readonly locks: Locks;

  constructor(source: Source, { checksLocks = false, isReadOnly = false }: DraftOptions = {}) {
    this.#source = source;
    this.#isReadOnly = isReadOnly;
    this.locks = new Locks(checksLocks);
  }

  /** @throws Error for a subnet without a lock, which is a defect of the use-case */
  requireLocked(subnetId: FieldValue | undefined): void {
    if (typeof subnetId === 'number') this.locks.require(`subnet ${subnetId}`);
  }

  /** @throws Error after the end of the unit of work */
  get state(): State {
    if (this.#ended) throw new Error('the unit of work of these repositories has ended');
    return this.#changed ?? this.#source.state;
  }

  set(changes: Partial<State>): void {
    if (this.#isReadOnly) throw new Error('records are written in units of work only');
    this.#changed = { ...this.state, ...changes };
  }

  collection<N extends keyof Stored>(name: N): Collection<N> {
    return new Collection(this, name);
  }

  table(owner: OwnerName): Table<KindRecord> {
    return this.state.records[owner];
  }

  setTable(owner: OwnerName, table: Table<KindRecord>): void {
    this.set({ records: { ...this.state.records, [owner]: table } });
  }

  end(): State {
    const { state } = this;
    this.#ended = true;
    return state;
  }
}

/** A repository over a draft: that of a unit of work, or a read-only one. */
export abstract class MemoryRepository {
  protected readonly draft: Draft;

  constructor(draft: Draft) {
    this.draft = draft;
  }
}
