import { type AddCommand, waitOption } from '../invocation.js';
import { printJson } from '../printing.js';
import type { ProgramWork } from '../program-work.js';
import { jsonOption } from '../subject-command.js';
import type { Terminal } from '../terminal.js';

interface MigrateOptions {
  /** Maximum seconds to wait for an unavailable database. */
  readonly wait: number;
  readonly json: boolean;
}

export const addMigrate: AddCommand = (program, chosen, { migrate: migrateSchema }) =>
  void program
    .command('migrate')
    .description('migrate the database schema and exit')
    .addOption(waitOption())
    .addOption(jsonOption())
    .action(({ wait = 0, json = false }: Partial<MigrateOptions>) => {
      const options = { wait, json };
      chosen({ name: 'migrate', options, run: (terminal) => migrate(migrateSchema, options, terminal) });
    });

async function migrate(
  migrateSchema: ProgramWork['migrate'],
  { wait, json }: MigrateOptions,
  terminal: Terminal,
): Promise<boolean> {
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
