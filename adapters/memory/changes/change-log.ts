import type { Authorship, Cause, ChangeEntry, ChangeLogRepository } from '../../../application/ports/change-log.js';
import type { AnsweredRequestRepository } from '../../../application/ports/unit-of-work.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import { auditedObjects, type ChangeAction, type ChangedObject } from '../../../domain/changes/change.js';
import { IpamError } from '../../../domain/errors.js';
import { consequencesOf } from '../records/consequences.js';
import { type Draft, MemoryRepository } from '../records/state.js';

/** Maximum number of entries deleted at once. */
const maxDeleted = 5000;

export class MemoryChangeLogRepository extends MemoryRepository implements ChangeLogRepository {
  readonly #entries = this.draft.collection('changeLog');

  async list(object: ChangedObject | KindName, objectId: number, max: number): Promise<ChangeEntry[]> {
    const entries = this.#entries.by('object', object, objectId).filter(({ isConsequence }) => !isConsequence);
    return entries.reverse().slice(0, max).map(withoutFeedFields);
  }

  async audit(max: number, actions?: readonly ChangeAction[]): Promise<ChangeEntry[]> {
    const rows = auditedObjects.flatMap((object) => this.#entries.rowsBy('object', object));
    const audited = rows.filter(({ value }) => !value.isConsequence && (actions?.includes(value.action) ?? true));
    const newest = audited.sort((a, b) => b.id - a.id).slice(0, max);
    return newest.map(({ value }) => withoutFeedFields(value));
  }

  async append(...entries: readonly ChangeEntry[]): Promise<void> {
    for (const entry of entries) this.#entries.add(entry);
  }

  async appendConsequences(cause: Cause, by: Authorship): Promise<void> {
    await this.append(...consequencesOf(this.draft, cause).map((change) => ({ objectName: null, ...change, ...by })));
  }

  async deleteBefore(at: string, keepFrom: number | null): Promise<number> {
    const gone: { readonly id: number; readonly value: ChangeEntry }[] = [];
    for (const row of this.#entries.walk('at')) {
      if (row.value.at >= at || gone.length === maxDeleted) break;
      if (keepFrom === null || row.id < keepFrom) gone.push(row);
    }
    this.draft.set({ feedPruned: gone.reduce((highest, { id }) => Math.max(highest, id), this.draft.state.feedPruned) });
    return this.#entries.deleteRows(gone);
  }
}

const withoutFeedFields = ({ before, after, subnetId, isConsequence, ...entry }: ChangeEntry): ChangeEntry => entry;

/** Maximum number of expired responses deleted at once. */
const sweep = 1000;

export function answeredRequestsIn(draft: Draft): AnsweredRequestRepository {
  const answered = draft.collection('answeredRequests');
  return {
    find: async ({ caller, key }) => answered.find(caller, key),
    async add(requests, now) {
      for (const request of requests) {
        const known = answered.find(request.caller, request.key);
        if (known && known.outlived > now) throw new IpamError('repeat.underWay');
        answered.save(request);
      }
    },
    deleteOutlived: async (now) => answered.deleteWhile('outlived', ({ outlived }) => outlived <= now, sweep),
  };
}
