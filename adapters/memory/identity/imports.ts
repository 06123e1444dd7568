import type { ImportChunk, ImportRepository, ImportRowError } from '../../../application/ports/imports.js';
import { hasEnded, type ImportJob } from '../../../domain/transfer/import-job.js';
import { MemoryRepository } from '../records/state.js';

export class MemoryImportRepository extends MemoryRepository implements ImportRepository {
  readonly #imports = this.draft.collection('imports');
  readonly #chunks = this.draft.collection('importChunks');
  readonly #errors = this.draft.collection('importErrors');

  async find(id: number): Promise<ImportJob | undefined> {
    return this.#imports.at(id)?.job;
  }

  async list(userId: number): Promise<ImportJob[]> {
    const own = this.#imports.by('user', userId).map(({ job }) => job);
    return own.reverse();
  }

  async chunk(id: number, index: number): Promise<ImportChunk | undefined> {
    const chunks = this.#chunks.by('import', id);
    const found = chunks.find(({ first, rows }) => first <= index && index < first + rows.length);
    return found && { first: found.first, rows: found.rows };
  }

  async rowErrors(id: number, after: number, max: number): Promise<ImportRowError[]> {
    const behind = this.#errors
      .by('import', id)
      .map(({ error }) => error)
      .filter(({ row }) => row > after);
    const rows = new Set([...new Set(behind.map(({ row }) => row))].slice(0, max));
    return behind.filter(({ row }) => rows.has(row));
  }

  async insert(content: Omit<ImportJob, 'id'>): Promise<number> {
    return this.#imports.add({ job: { ...content, id: this.#imports.nextNumber }, holder: null, until: null });
  }

  async lock(id: number): Promise<ImportJob | undefined> {
    return this.find(id);
  }

  async update(job: ImportJob): Promise<void> {
    const stored = this.#imports.at(job.id);
    if (stored) this.#imports.put(job.id, { ...stored, job });
  }

  async delete(id: number): Promise<boolean> {
    if (!this.#imports.at(id)) return false;
    this.#imports.deleteRows([{ id }]);
    this.#chunks.deleteBy('import', id);
    this.#errors.deleteBy('import', id);
    return true;
  }

  async addChunk(importId: number, chunk: ImportChunk): Promise<void> {
    this.#chunks.add({ ...chunk, importId });
  }

  async addRowErrors(importId: number, errors: readonly ImportRowError[]): Promise<void> {
    for (const error of errors) this.#errors.add({ importId, error });
  }

  async claim(holder: string, now: Date, until: Date): Promise<ImportJob | undefined> {
    const next = this.#imports.all().find((stored) => {
      const isFree = stored.holder === null || stored.holder === holder || (stored.until !== null && stored.until <= now);
      return stored.job.state === 'running' && isFree;
    });
    if (next) this.#imports.put(next.job.id, { ...next, holder, until });
    return next?.job;
  }

  async renew(id: number, holder: string, until: Date): Promise<boolean> {
    const stored = this.#imports.at(id);
    if (stored?.holder !== holder) return false;
    this.#imports.put(id, { ...stored, until });
    return true;
  }

  async release(holder: string): Promise<void> {
    for (const stored of this.#imports.all())
      if (stored.holder === holder) this.#imports.put(stored.job.id, { ...stored, holder: null, until: null });
  }

  async outlived(before: string, max: number): Promise<readonly number[]> {
    const isOld = (job: ImportJob): boolean => job.createdAt < before && (!hasEnded(job) || (job.endedAt ?? before) < before);
    const old = this.#imports.all().filter(({ job }) => job.state !== 'running' && isOld(job));
    return old.slice(0, max).map(({ job }) => job.id);
  }
}
