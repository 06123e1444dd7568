import type { ImportChunk, ImportReader, ImportRepository, ImportRowError } from '../../../application/ports/imports.js';
import { hasEnded, type ImportJob } from '../../../domain/transfer/import-job.js';
import type { Draft, Source } from '../records/state.js';

export class MemoryImportReader implements ImportReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async find(id: number): Promise<ImportJob | undefined> {
    return this.#source.state.imports.get(id)?.job;
  }

  async list(userId: number): Promise<ImportJob[]> {
    return [...this.#source.state.imports.under('user', [userId])].map(({ job }) => job).reverse();
  }

  async chunk(id: number, index: number): Promise<ImportChunk | undefined> {
    for (const { value } of this.#source.state.importChunks.under('import', [id]))
      if (value.first <= index && index < value.first + value.rows.length) return { first: value.first, rows: value.rows };
    return undefined;
  }

  async rowErrors(id: number, after: number, max: number): Promise<ImportRowError[]> {
    const found: ImportRowError[] = [];
    const rows = new Set<number>();
    for (const { value } of this.#source.state.importErrors.under('import', [id])) {
      if (value.error.row <= after) continue;
      if (!rows.has(value.error.row) && rows.size === max) break;
      rows.add(value.error.row);
      found.push(value.error);
    }
    return found;
  }
}

export class MemoryImportRepository extends MemoryImportReader implements ImportRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async insert(content: Omit<ImportJob, 'id'>): Promise<number> {
    const { imports } = this.#draft.state;
    const id = imports.nextId;
    this.#draft.set({ imports: imports.with({ id, job: { ...content, id }, holder: null, until: null }) });
    return id;
  }

  async lock(id: number): Promise<ImportJob | undefined> {
    return this.find(id);
  }

  async update(job: ImportJob): Promise<void> {
    const { imports } = this.#draft.state;
    const stored = imports.get(job.id);
    if (stored) this.#draft.set({ imports: imports.with({ ...stored, job }) });
  }

  async delete(id: number): Promise<boolean> {
    const { imports } = this.#draft.state;
    if (!imports.get(id)) return false;
    deleteImports(this.#draft, [id]);
    return true;
  }

  async addChunk(importId: number, chunk: ImportChunk): Promise<void> {
    const { importChunks } = this.#draft.state;
    this.#draft.set({ importChunks: importChunks.with({ id: importChunks.nextId, value: { ...chunk, importId } }) });
  }

  async addRowErrors(importId: number, errors: readonly ImportRowError[]): Promise<void> {
    for (const error of errors) {
      const { importErrors } = this.#draft.state;
      this.#draft.set({ importErrors: importErrors.with({ id: importErrors.nextId, value: { importId, error } }) });
    }
  }

  async claim(holder: string, now: Date, until: Date): Promise<ImportJob | undefined> {
    const { imports } = this.#draft.state;
    for (const row of imports.rows()) {
      const isFree = row.holder === null || row.holder === holder || (row.until !== null && row.until <= now);
      if (row.job.state !== 'running' || !isFree) continue;
      this.#draft.set({ imports: imports.with({ ...row, holder, until }) });
      return row.job;
    }
    return undefined;
  }

  async renew(id: number, holder: string, until: Date): Promise<boolean> {
    const { imports } = this.#draft.state;
    const row = imports.get(id);
    if (row?.holder !== holder) return false;
    this.#draft.set({ imports: imports.with({ ...row, until }) });
    return true;
  }

  async release(holder: string): Promise<void> {
    for (const row of [...this.#draft.state.imports.rows()])
      if (row.holder === holder)
        this.#draft.set({ imports: this.#draft.state.imports.with({ ...row, holder: null, until: null }) });
  }

  async outlived(before: string, max: number): Promise<readonly number[]> {
    const old = [...this.#draft.state.imports.rows()].filter(
      ({ job }) => job.state !== 'running' && job.createdAt < before && (!hasEnded(job) || (job.endedAt ?? before) < before),
    );
    return old.slice(0, max).map(({ id }) => id);
  }
}

export function deleteImports(draft: Draft, ids: readonly number[]): void {
  for (const id of ids) {
    const { imports, importChunks, importErrors } = draft.state;
    draft.set({
      imports: imports.without(id),
      importChunks: [...importChunks.under('import', [id])].reduce((left, row) => left.without(row.id), importChunks),
      importErrors: [...importErrors.under('import', [id])].reduce((left, row) => left.without(row.id), importErrors),
    });
  }
}
