import { jsonOption, printJson } from '../../adapters/cli/index.js';
import { migrateDatabase, openConfigured } from '../database.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../settings/settings.js';
import type { Terminal } from '../terminal.js';
import { type AddCommand, waitOption } from './invocation.js';

interface MigrateOptions {
  /** Maximum seconds to wait for an unavailable database. */
  readonly wait: number;
  readonly json: boolean;
}

export const addMigrate: AddCommand = (program, chosen) =>
  void program
    .command('migrate')
    .description('migrate the database schema and exit')
    .addOption(waitOption())
    .addOption(jsonOption())
    .action(({ wait = 0, json = false }: Partial<MigrateOptions>) => {
      const options = { wait, json };
      chosen({ name: 'migrate', options, run: (terminal) => migrate(readProcessConfiguration(), options, terminal) });
    });

async function migrate(
  configuration: ServiceConfiguration,
  { wait, json }: MigrateOptions,
  { print, complain }: Pick<Terminal, 'print' | 'complain'>,
): Promise<boolean> {
  const database = await openConfigured(configuration);
  try {
    const report = (text: string): void => (json ? complain(text) : print(`${text}\n`));
    const migrated = await migrateDatabase(database, {
      seconds: wait,
      tell: (problem) => report(`waiting for the database: ${problem}`),
    });
    if (json) print(`${printJson({ migrated })}\n`);
    else for (const name of migrated) report(`migrated: ${name}`);
    if (!json && migrated.length === 0) report('the database is up to date');
    return true;
  } finally {
    await database.close();
  }
}
