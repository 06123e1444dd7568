import type { ProgramWork } from '../../adapters/cli/index.js';
import { migrateDatabase, openConfigured } from '../database.js';
import { readProcessConfiguration } from '../settings/settings.js';

export const migrate: ProgramWork['migrate'] = async (seconds, { waits, migrated }) => {
  const database = await openConfigured(readProcessConfiguration());
  try {
    migrated(await migrateDatabase(database, { seconds, tell: waits }));
  } finally {
    await database.close();
  }
};
