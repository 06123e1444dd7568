import type { ImportChunk, ImportRepository, ImportRow, ImportRowError } from '../../../application/ports/imports.js';
import { hasEnded, type ImportJob, importStates } from '../../../domain/transfer/import-job.js';
import { lookupId } from '../records/field-columns.js';
import { columnsOf } from '../records/names.js';
import { SessionRepository } from '../records/repository.js';
import { knex, prepared, sql } from '../sessions/sql.js';

/** The members of an import without a column, as JSON. */
type Content = Omit<ImportJob, 'id' | 'userId' | 'state' | 'createdAt'>;

interface JobRow extends Pick<ImportJob, 'id' | 'userId' | 'state' | 'createdAt'> {
  readonly job: string;
}

const select = () => knex('imports').select(columnsOf('id', 'state', 'job', 'userId', 'createdAt'));

const claimImport = prepared<{ holder: string; now: Date; until: Date }, JobRow>(
  'claim_import',
  ({ holder, now, until }) => sql`
    update imports i set holder = ${holder}, until = ${until}::timestamptz
    where i.id = (
      select id from imports
      where state = 'running' and (holder is null or holder = ${holder} or until <= ${now}::timestamptz)
      order by id limit 1 for update skip locked
    )
    returning i.id, i.user_id as "userId", i.state, i.created_at as "createdAt", i.job`,
);

const readErrors = prepared<{ id: number; after: number; max: number }, { mistake: string }>(
  'read_import_mistakes',
  ({ id, after, max }) => sql`
    select mistake from import_mistakes
    where import_id = ${id}::integer and row in (
      select distinct row from import_mistakes
      where import_id = ${id}::integer and row > ${after}::integer order by row limit ${max}::integer
    )
    order by row, number`,
);

const addErrors = prepared<{ id: number; mistakes: string }>(
  'add_import_mistakes',
  ({ id, mistakes }) => sql`
    insert into import_mistakes (import_id, row, mistake)
    select ${id}::integer, (e.value->>0)::integer, e.value->>1
    from json_array_elements(${mistakes}::json) with ordinality e(value, place)
    order by e.place`,
);

export class KnexImportRepository extends SessionRepository implements ImportRepository {
  async find(id: number): Promise<ImportJob | undefined> {
    const [row] = await this.session.lookup<JobRow>(select().where({ id: lookupId(id) }));
    return row && jobOf(row);
  }

  async list(userId: number): Promise<ImportJob[]> {
    const query = select().where({ user_id: lookupId(userId) });
    return (await this.session.lookup<JobRow>(query.orderBy('id', 'desc'))).map(jobOf);
  }

  async chunk(id: number, index: number): Promise<ImportChunk | undefined> {
    const query = knex('import_chunks')
      .select('first', 'rows')
      .where({ import_id: lookupId(id) });
    const last = query.andWhere('first', '<=', index).orderBy('first', 'desc').limit(1);
    const [found] = await this.session.lookup<{ first: number; rows: string }>(last);
    if (!found) return undefined;
    const rows: readonly ImportRow[] = JSON.parse(found.rows);
    return index < found.first + rows.length ? { first: found.first, rows } : undefined;
  }

  async rowErrors(id: number, after: number, max: number): Promise<ImportRowError[]> {
    const rows = await this.session.prepared(readErrors, { id: lookupId(id), after, max });
    return rows.map(({ mistake }): ImportRowError => JSON.parse(mistake));
  }

  insert({ userId, state, createdAt, ...content }: Omit<ImportJob, 'id'>): Promise<number> {
    return this.insertRow('imports', { user_id: userId, state, created_at: createdAt, job: JSON.stringify(content) });
  }

  async lock(id: number): Promise<ImportJob | undefined> {
    const stored = select().where({ id: lookupId(id) });
    const [row] = await this.session.rows<JobRow>(stored.forUpdate());
    return row && jobOf(row);
  }

  async update({ id, userId: _user, createdAt: _created, state, ...content }: ImportJob): Promise<void> {
    await this.updateRows(knex('imports').where({ id }), { state, job: JSON.stringify(content) });
  }

  async delete(id: number): Promise<boolean> {
    return (await this.deleteRows(knex('imports').where({ id: lookupId(id) }))) > 0;
  }

  async addChunk(id: number, { first, rows }: ImportChunk): Promise<void> {
    await this.session.rows(knex('import_chunks').insert({ import_id: id, first, rows: JSON.stringify(rows) }));
  }

  async addRowErrors(id: number, errors: readonly ImportRowError[]): Promise<void> {
    if (errors.length === 0) return;
    const rows = errors.map((error) => [error.row, JSON.stringify(error)]);
    await this.session.prepared(addErrors, { id, mistakes: JSON.stringify(rows) });
  }

  async claim(holder: string, now: Date, until: Date): Promise<ImportJob | undefined> {
    const [row] = await this.session.prepared(claimImport, { holder, now, until });
    return row && jobOf(row);
  }

  async renew(id: number, holder: string, until: Date): Promise<boolean> {
    return (await this.updateRows(knex('imports').where({ id, holder }), { until })) > 0;
  }

  async release(holder: string): Promise<void> {
    await this.session.rows(knex('imports').where({ holder }).update({ holder: null, until: null }));
  }

  async outlived(before: string, max: number): Promise<readonly number[]> {
    const states = importStates.filter((state) => state !== 'running');
    const old = select().where('created_at', '<', before).whereIn('state', states);
    const rows = await this.session.lookup<JobRow>(old.orderBy('id').limit(max));
    return rows
      .map(jobOf)
      .filter((job) => endedBefore(job, before))
      .map(({ id }) => id);
  }
}

const endedBefore = (job: ImportJob, before: string): boolean => !hasEnded(job) || (job.endedAt ?? before) < before;

/** Defaults of members that earlier versions did not store. */
const newMembers = { createMissing: false, added: 0, skipped: 0 } as const;

function jobOf({ id, userId, state, createdAt, job }: JobRow): ImportJob {
  const content: Content = JSON.parse(job);
  return { ...newMembers, ...content, id, userId, state, createdAt };
}
