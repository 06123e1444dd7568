import { type AddCommand, waitOption } from '../invocation.js';
import { printJson } from '../printing.js';
import { jsonOption } from '../subject-command.js';
import type { Terminal } from '../terminal.js';

interface MigrateOptions {
  /** Maximum seconds to wait for an unavailable database. */
  readonly wait: number;
  readonly json: boolean;
}

interface MigrationReports {
  /** Called with the reason of a wait. */
  readonly waits: (problem: string) => void;
  /** Called with the names of the applied migrations, before the database is closed. */
  readonly migrated: (names: readonly string[]) => void;
}

/** @param seconds maximum wait for an unavailable database */
export type MigrateSchema = (seconds: number, reports: MigrationReports) => Promise<void>;

export const addMigrate =
  (migrateSchema: MigrateSchema): AddCommand =>
  (program, chosen) =>
    void program
      .command('migrate')
      .description('migrate the database schema and exit')
      .addOption(waitOption())
      .addOption(jsonOption())
      .action(({ wait = 0, json = false }: Partial<MigrateOptions>) => {
        const options = { wait, json };
        chosen({ name: 'migrate', options, run: (terminal) => migrate(migrateSchema, options, terminal) });
      });

async function migrate(migrateSchema: MigrateSchema, { wait, json }: MigrateOptions, terminal: Terminal): Promise<boolean> {
  const { print, complain } = terminal;
  const report = (text: string): void => (json ? complain(text) : print(`${text}\n`));
  await migrateSchema(wait, {
    waits: (problem) => report(`waiting for the database: ${problem}`),
    migrated(names) {
      if (json) print(`${printJson({ migrated: names })}\n`);
      else for (const name of names) report(`migrated: ${name}`);
      if (!json && names.length === 0) report('the database is up to date');
    },
  });
  return true;
}
