import { bringUpToDate, openConfigured } from '../database.js';
import type { ServiceConfiguration } from '../settings/settings.js';

/**
 * Brings the database up to date and prints what was done.
 * @param wait for how many seconds a database is waited for that cannot be used yet
 * @param print writes to standard output
 */
export async function migrate(configuration: ServiceConfiguration, wait: number, print: (text: string) => void): Promise<void> {
  const database = await openConfigured(configuration);
  try {
    const migrations = await bringUpToDate(database, {
      seconds: wait,
      tell: (problem) => print(`waiting for the database: ${problem}\n`),
    });
    for (const name of migrations) print(`migrated: ${name}\n`);
    if (migrations.length === 0) print('the database is up to date\n');
  } finally {
    await database.close();
  }
}
