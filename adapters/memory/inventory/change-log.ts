import type { ChangeEntry, ChangeLogReader, ChangeLogRepository } from '../../../application/ports/change-log.js';
import { auditedObjects, type ChangedObject } from '../../../domain/change-log/change.js';
import type { Draft, Source } from '../records/state.js';

export class MemoryChangeLogReader implements ChangeLogReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async list(object: ChangedObject, objectId: number, max: number): Promise<ChangeEntry[]> {
    const entries = [...this.#source.state.changeLog.under('object', [object, objectId])].map(({ value }) => value);
    return entries.reverse().slice(0, max);
  }

  async audit(max: number): Promise<ChangeEntry[]> {
    const { changeLog } = this.#source.state;
    const rows = auditedObjects.flatMap((object) => [...changeLog.under('object', [object])]);
    const newest = rows.sort((a, b) => b.id - a.id).slice(0, max);
    return newest.map(({ value }) => value);
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

  async deleteBefore(at: string): Promise<number> {
    let deleted = 0;
    for (const { id, value } of this.#draft.state.changeLog.under('at', [])) {
      if (value.at >= at) break;
      this.#draft.set({ changeLog: this.#draft.state.changeLog.without(id) });
      deleted++;
    }
    return deleted;
  }
}
