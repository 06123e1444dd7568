import type {
  Authorship,
  Cause,
  ChangeEntry,
  ChangeLogReader,
  ChangeLogRepository,
} from '../../../application/ports/change-log.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import { auditedObjects, type ChangeAction, type ChangedObject } from '../../../domain/changes/change.js';
import { consequencesOf } from '../records/consequences.js';
import type { Draft, Source } from '../records/state.js';

export class MemoryChangeLogReader implements ChangeLogReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async list(object: ChangedObject | KindName, objectId: number, max: number): Promise<ChangeEntry[]> {
    const entries = [...this.#source.state.changeLog.under('object', [object, objectId])].map(({ value }) => value);
    return entries
      .filter(({ isConsequence }) => !isConsequence)
      .reverse()
      .slice(0, max)
      .map(inWords);
  }

  async audit(max: number, actions?: readonly ChangeAction[]): Promise<ChangeEntry[]> {
    const { changeLog } = this.#source.state;
    const rows = auditedObjects.flatMap((object) => [...changeLog.under('object', [object])]);
    const spoken = rows.filter(({ value }) => !value.isConsequence && (actions?.includes(value.action) ?? true));
    const newest = spoken.sort((a, b) => b.id - a.id).slice(0, max);
    return newest.map(({ value }) => inWords(value));
  }
}

export class MemoryChangeLogRepository extends MemoryChangeLogReader implements ChangeLogRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async append(...entries: readonly ChangeEntry[]): Promise<void> {
    for (const entry of entries) {
      const { changeLog } = this.#draft.state;
      this.#draft.set({ changeLog: changeLog.with({ id: changeLog.nextId, value: entry }) });
    }
  }

  async appendConsequences(cause: Cause, by: Authorship): Promise<void> {
    await this.append(...consequencesOf(this.#draft, cause).map((change) => ({ objectName: null, ...change, ...by })));
  }

  async deleteBefore(at: string, keepFrom: number | null): Promise<number> {
    let deleted = 0;
    for (const { id, value } of this.#draft.state.changeLog.under('at', [])) {
      if (value.at >= at || deleted === maxDeleted) break;
      if (keepFrom !== null && id >= keepFrom) continue;
      const { changeLog, feedPruned } = this.#draft.state;
      this.#draft.set({ changeLog: changeLog.without(id), feedPruned: Math.max(feedPruned, id) });
      deleted++;
    }
    return deleted;
  }
}

/** Maximum number of entries deleted at once. */
const maxDeleted = 5000;

/** Omits the fields that only the feed needs. */
const inWords = ({ before, after, subnetId, isConsequence, ...entry }: ChangeEntry): ChangeEntry => entry;
