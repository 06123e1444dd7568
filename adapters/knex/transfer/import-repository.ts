import type { ImportRepository, ImportRow, ImportRowError } from '../../../application/ports/imports.js';
import { hasEnded, type ImportJob, importStates } from '../../../domain/transfer/import-job.js';
import { columnsOf } from '../names.js';
import { lookupId } from '../records/field-columns.js';
import type { DryRunIds } from '../records/new-ids.js';
import { deleteRows, firstOf, insertRow, updateRows } from '../records/repository.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';

/** The members of an import without a column, as JSON. */
type Content = Omit<ImportJob, 'id' | 'userId' | 'state' | 'createdAt'>;

interface JobRow extends Pick<ImportJob, 'id' | 'userId' | 'state' | 'createdAt'> {
  readonly job: string;
}

const jobColumns = columnsOf('id', 'state', 'job', 'userId', 'createdAt');
const select = () => knex('imports').select(jobColumns);

const claimImport = prepared<{ holder: string; now: Date; until: Date }, JobRow>('claim_import', ({ holder, now, until }) => {
  const free = knex('imports')
    .select('id')
    .where('state', sql`'running'`)
    .where((query) => query.whereNull('holder').orWhere('holder', holder).orWhere('until', '<=', now));
  return knex('imports')
    .where('id', free.orderBy('id').limit(1).forUpdate().skipLocked())
    .update({ holder, until })
    .returning(jobColumns);
});

const addErrors = prepared<{ id: number; mistakes: string }>(
  'add_import_mistakes',
  ({ id, mistakes }) => sql`
    insert into import_mistakes (import_id, row, mistake)
    select ${id}::integer, (e.value->>0)::integer, e.value->>1
    from json_array_elements(${mistakes}::json) with ordinality e(value, place)
    order by e.place`,
);

export const importsIn = (session: Session, dryRunIds?: DryRunIds): ImportRepository => ({
  find: async (id) => firstOf(session.lookup<JobRow>(select().where({ id: lookupId(id) })), jobOf),
  async list(userId) {
    const query = select().where({ user_id: lookupId(userId) });
    return (await session.lookup<JobRow>(query.orderBy('id', 'desc'))).map(jobOf);
  },
  async chunk(id, index) {
    const query = knex('import_chunks')
      .select('first', 'rows')
      .where({ import_id: lookupId(id) });
    const last = query.andWhere('first', '<=', index).orderBy('first', 'desc').limit(1);
    const [found] = await session.lookup<{ first: number; rows: string }>(last);
    if (!found) return undefined;
    const rows: readonly ImportRow[] = JSON.parse(found.rows);
    return index < found.first + rows.length ? { first: found.first, rows } : undefined;
  },
  async rowErrors(id, after, max) {
    const own = knex('import_mistakes').where({ import_id: lookupId(id) });
    const next = own.clone().distinct('row').where('row', '>', after).orderBy('row').limit(max);
    const rows = await session.rows<{ mistake: string }>(own.select('mistake').whereIn('row', next).orderBy(['row', 'number']));
    return rows.map(({ mistake }): ImportRowError => JSON.parse(mistake));
  },
  insert: ({ userId, state, createdAt, ...content }) =>
    insertRow(session, 'imports', { user_id: userId, state, created_at: createdAt, job: JSON.stringify(content) }, dryRunIds),
  lock: async (id) =>
    firstOf(
      session.rows<JobRow>(
        select()
          .where({ id: lookupId(id) })
          .forUpdate(),
      ),
      jobOf,
    ),
  async update({ id, userId: _user, createdAt: _created, state, ...content }) {
    await updateRows(session, knex('imports').where({ id }), { state, job: JSON.stringify(content) });
  },
  delete: async (id) => (await deleteRows(session, knex('imports').where({ id: lookupId(id) }))) > 0,
  addChunk: async (id, { first, rows }) =>
    session.execute(knex('import_chunks').insert({ import_id: id, first, rows: JSON.stringify(rows) })),
  async addRowErrors(id, errors) {
    if (errors.length === 0) return;
    const rows = errors.map((error) => [error.row, JSON.stringify(error)]);
    await session.prepared(addErrors, { id, mistakes: JSON.stringify(rows) });
  },
  claim: async (holder, now, until) => firstOf(session.prepared(claimImport, { holder, now, until }), jobOf),
  renew: async (id, holder, until) => (await updateRows(session, knex('imports').where({ id, holder }), { until })) > 0,
  release: async (holder) => session.execute(knex('imports').where({ holder }).update({ holder: null, until: null })),
  outlived: (before, max) => outlived(session, before, max),
});

async function outlived(session: Session, before: string, max: number): Promise<readonly number[]> {
  const states = importStates.filter((state) => state !== 'running');
  const old = select().where('created_at', '<', before).whereIn('state', states);
  const rows = await session.lookup<JobRow>(old.orderBy('id').limit(max));
  return rows
    .map(jobOf)
    .filter((job) => endedBefore(job, before))
    .map(({ id }) => id);
}

const endedBefore = (job: ImportJob, before: string): boolean => !hasEnded(job) || (job.endedAt ?? before) < before;

/** Defaults of members that earlier versions did not store. */
const newMembers = { createMissing: false, added: 0, skipped: 0 } as const;

function jobOf({ id, userId, state, createdAt, job }: JobRow): ImportJob {
  const content: Content = JSON.parse(job);
  return { ...newMembers, ...content, id, userId, state, createdAt };
}
