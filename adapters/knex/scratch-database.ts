import { randomBytes } from 'node:crypto';
import type { ScratchDatabase } from '../../application/ports/database.js';
import { StorageError } from '../../application/ports/storage-error.js';
import { limitsOf } from './connection/limits.js';
import { PoolSession } from './sessions/pool-session.js';
import type { Session } from './sessions/session.js';
import { knex, sql } from './sessions/sql.js';
import { DatabaseFailure } from './storage-error.js';
import { Connections } from './waiting/connections.js';

const timeoutMs = 60_000;

/** The name contains the time of creation, so that scratch databases of killed processes can be removed after an hour. */
const nameForm = '^hexipam_scratch_[0-9]{14}_[0-9a-f]{8}$';
const abandonedAfterMs = 3_600_000;

const stampOf = (time: Date): string => time.toISOString().replace(/\D/g, '').slice(0, 14);

/**
 * Creates an empty database with the same locale on the server of a URL. @throws StorageError also without the right to create it
 */
export async function createScratchDatabase(url: string): Promise<ScratchDatabase> {
  const name = `hexipam_scratch_${stampOf(new Date())}_${randomBytes(4).toString('hex')}`;
  await administering(url, async (session) => {
    await dropAbandoned(session);
    await create(session, name).catch((error: unknown) => {
      throw mayNotCreate(error) ? new StorageError(howToCreate, 'unavailable', error) : error;
    });
  });
  return {
    url: withDatabaseName(url, name),
    drop: () => administering(url, (session) => drop(session, name)),
  };
}

const mayNotCreate = (error: unknown): boolean => error instanceof DatabaseFailure && error.code === '42501';

const howToCreate =
  'the database user cannot create databases: run alter role ... createdb, or restore into an embedded database with HEXIPAM_DATABASE_URL=file:./scratch';

async function administering<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const connections = Connections.oneToServer(url, limitsOf(timeoutMs));
  try {
    return await work(new PoolSession(connections));
  } finally {
    await connections.close();
  }
}

/** Copies template0, because a template with connected sessions cannot be copied. */
async function create(session: Session, name: string): Promise<void> {
  const own = await session.row<{ encoding: string; collation: string; type: string }>(
    knex('pg_database')
      .select(sql`pg_encoding_to_char(encoding) as encoding`, { collation: 'datcollate', type: 'datctype' })
      .where('datname', sql`current_database()`),
  );
  const made = knex.raw('select format(?, ?::text, ?::text, ?::text, ?::text) as text', [
    'create database %I template template0 encoding %L lc_collate %L lc_ctype %L',
    ...[name, own?.encoding ?? 'UTF8', own?.collation ?? 'C', own?.type ?? 'C'],
  ]);
  const statement = await session.row<{ text: string }>(made);
  await session.rows(knex.raw((statement?.text ?? '').replaceAll('?', '\\?')));
}

const drop = async (session: Session, name: string): Promise<void> =>
  void (await session.rows(knex.raw('drop database if exists ?? with (force)', [name])));

async function dropAbandoned(session: Session): Promise<void> {
  const before = `hexipam_scratch_${stampOf(new Date(Date.now() - abandonedAfterMs))}`;
  const found = await session.rows<{ name: string }>(
    knex({ d: 'pg_database' })
      .select({ name: 'datname' })
      .where('datname', '~', nameForm)
      .where('datname', '<', before)
      .where(sql`pg_get_userbyid(datdba) = current_user`)
      .whereNotExists(knex('pg_stat_activity').select(knex.raw('1')).where('datid', knex.ref('d.oid'))),
  );
  for (const { name } of found) await drop(session, name);
}

export function withDatabaseName(url: string, name: string): string {
  const [, server = '', query = ''] = /^(postgres(?:ql)?:\/\/[^/?#]*)(?:\/[^?#]*)?(.*)$/s.exec(url) ?? [];
  return `${server}/${name}${query}`;
}
