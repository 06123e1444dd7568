import type { DataDirectory } from '../embedded/data-directory.js';
import { isLockTimeout } from '../storage-error.js';
import { knex, sql } from './query.js';
import type { Session } from './session.js';

const insert = () => knex('write_probe').insert({ filler: 'x' });

/**
 * Writes something to a server and takes it away again. The table is cut back to nothing each time, so that the next row needs
 * room on the disk anew: to write over room that one has works on a full disk too.
 * @throws DatabaseFailure when the server takes no writes
 */
export async function probeServer(session: Session): Promise<void> {
  await session.transact(async (transaction) => {
    await transaction.rows(insert());
    await transaction.rows(knex('write_probe').delete());
  });
  await session.rows(sql`vacuum write_probe`).catch(passOverLocked);
}

/** Somebody else vacuums the table just now, as the server itself does at times. */
function passOverLocked(error: unknown): void {
  if (!isLockTimeout(error)) throw error;
}

/**
 * Writes something to an embedded database and undoes it, which leaves nothing in its log: nobody tidies that up while it runs.
 * So its disk is looked at apart.
 * @param place of the database; none when it is in memory
 * @throws StorageError when the database takes no writes
 */
export async function probeEmbedded(session: Session, place: DataDirectory | undefined): Promise<void> {
  place?.probe();
  await session.transact((transaction) => transaction.rows(insert()).then(undo)).catch(passOverUndone);
}

/** Ends a transaction that went well. */
class Undone extends Error {
  override readonly name = 'Undone';
}

function undo(): never {
  throw new Undone();
}

function passOverUndone(error: unknown): void {
  if (!(error instanceof Undone)) throw error;
}
