import { type Database, type DatabaseOptions, openDatabase } from '../adapters/knex/index.js';

/** A database that the service cannot start with; its text is one line for people. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';

  constructor(cause: unknown) {
    super(`cannot use the database: ${reasonOf(cause)}`, { cause });
  }
}

/** Opens the database. @throws DatabaseError e.g. when another process holds its directory */
export async function openStorage(
  url: string,
  options: Pick<DatabaseOptions, 'mustExist' | 'keepStatements' | 'sync'> = {},
): Promise<Database> {
  try {
    return await openDatabase({ url, ...options });
  } catch (error) {
    throw new DatabaseError(error);
  }
}

/** Brings the database up to date. @returns what was done. @throws DatabaseError e.g. when the server cannot be reached */
export async function bringUpToDate(database: Database): Promise<readonly string[]> {
  try {
    return await database.migrate();
  } catch (error) {
    throw new DatabaseError(error);
  }
}

/** What an error says; a host name with several addresses fails with a list of errors and no text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
