import type { ImportRepository } from '../../../application/ports/imports.js';
import { hasEnded, type ImportJob } from '../../../domain/transfer/import-job.js';
import type { Draft } from '../records/state.js';
import type { Stored } from '../records/tables.js';

export function importsIn(draft: Draft): ImportRepository {
  const imports = draft.collection('imports');
  const chunks = draft.collection('importChunks');
  const errors = draft.collection('importErrors');
  return {
    find: async (id) => imports.at(id)?.job,
    list: async (userId) =>
      imports
        .by('user', userId)
        .map(({ job }) => job)
        .reverse(),
    async chunk(id, index) {
      const found = chunks.by('import', id).find(({ first, rows }) => first <= index && index < first + rows.length);
      return found && { first: found.first, rows: found.rows };
    },
    rowErrors: async (id, after, max) => errorsAfter(errors.by('import', id), after, max),
    insert: async (content) => imports.add({ job: { ...content, id: imports.nextNumber }, holder: null, until: null }),
    lock: async (id) => imports.at(id)?.job,
    update: async (job) => void imports.change(job.id, { job }),
    async delete(id) {
      if (!imports.at(id)) return false;
      imports.deleteRows([{ id }]);
      chunks.deleteBy('import', id);
      errors.deleteBy('import', id);
      return true;
    },
    addChunk: async (importId, chunk) => void chunks.add({ ...chunk, importId }),
    async addRowErrors(importId, added) {
      for (const error of added) errors.add({ importId, error });
    },
    async claim(holder, now, until) {
      const next = imports.all().find((stored) => stored.job.state === 'running' && isFree(stored, holder, now));
      if (next) imports.put(next.job.id, { ...next, holder, until });
      return next?.job;
    },
    renew: async (id, holder, until) => imports.at(id)?.holder === holder && imports.change(id, { until }),
    async release(holder) {
      for (const stored of imports.all())
        if (stored.holder === holder) imports.put(stored.job.id, { ...stored, holder: null, until: null });
    },
    async outlived(before, max) {
      const old = imports.all().filter(({ job }) => job.state !== 'running' && isOld(job, before));
      return old.slice(0, max).map(({ job }) => job.id);
    },
  };
}

function errorsAfter(errors: readonly Stored['importErrors'][], after: number, max: number) {
  const behind = errors.map(({ error }) => error).filter(({ row }) => row > after);
  const rows = new Set([...new Set(behind.map(({ row }) => row))].slice(0, max));
  return behind.filter(({ row }) => rows.has(row));
}

const isFree = (stored: Stored['imports'], holder: string, now: Date): boolean =>
  stored.holder === null || stored.holder === holder || (stored.until !== null && stored.until <= now);

const isOld = (job: ImportJob, before: string): boolean =>
  job.createdAt < before && (!hasEnded(job) || (job.endedAt ?? before) < before);
