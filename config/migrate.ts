import { bringUpToDate, openStorage } from './database.js';
import type { ServiceConfiguration } from './settings.js';

/** Brings the database up to date and prints what was done. @param print writes to standard output */
export async function migrate({ databaseUrl }: ServiceConfiguration, print: (text: string) => void): Promise<void> {
  const database = await openStorage(databaseUrl);
  try {
    const migrations = await bringUpToDate(database);
    for (const name of migrations) print(`migrated: ${name}\n`);
    if (migrations.length === 0) print('the database is up to date\n');
  } finally {
    await database.close();
  }
}
