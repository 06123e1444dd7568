import type { DataDirectory } from '../embedded/data-directory.js';
import { isLockTimeout } from '../storage-error.js';
import type { Session } from './session.js';
import { knex, sql } from './sql.js';

const insert = () => knex('write_probe').insert({ filler: 'x' });

/**
 * Inserts and deletes a row, then vacuums the table. The vacuum truncates the table, so that the next row needs new disk space.
 * Overwriting would succeed on a full disk.
 * @throws DatabaseFailure if the server accepts no writes
 */
export async function probeServer(session: Session): Promise<void> {
  await session.transact(async (transaction) => {
    await transaction.rows(insert());
    await transaction.rows(knex('write_probe').delete());
  });
  await session.rows(sql`vacuum write_probe`).catch(passOverLocked);
}

/** Another session, or the server's autovacuum, may be vacuuming the table. */
function passOverLocked(error: unknown): void {
  if (!isLockTimeout(error)) throw error;
}

/**
 * Inserts a row and rolls it back, so that the log remains unchanged. `directory.probe` tests the disk.
 * @param directory undefined in memory
 * @throws StorageError if the database accepts no writes
 */
export async function probeEmbedded(session: Session, directory: DataDirectory | undefined): Promise<void> {
  directory?.probe();
  await session.transact((transaction) => transaction.rows(insert()).then(undo)).catch(passOverUndone);
}

class Undone extends Error {
  override readonly name = 'Undone';
}

function undo(): never {
  throw new Undone();
}

function passOverUndone(error: unknown): void {
  if (!(error instanceof Undone)) throw error;
}
