import { jsonOption } from '../../adapters/cli/index.js';
import { DatabaseError, openConfigured } from '../database.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../settings/settings.js';
import type { AddCommand } from './invocation.js';

/** How the check is run. */
export interface CheckOptions {
  readonly repair: boolean;
  readonly json: boolean;
}

/** `hexipam check`. */
export const addCheck: AddCommand = (program, chosen) =>
  void program
    .command('check')
    .description('compare the index of free ranges with the register')
    .option('--repair', 'make anew what is wrong')
    .addOption(jsonOption())
    .action(({ repair = false, json = false }: Partial<CheckOptions>) => {
      const options = { repair, json };
      chosen({ name: 'check', options, run: ({ print }) => check(readProcessConfiguration(), options, print) });
    });

/**
 * Checks the database and prints what is wrong with it.
 * @param print writes to standard output
 * @returns whether nothing is wrong any more
 * @throws DatabaseError when the database cannot be used, or is not up to date
 */
export async function check(
  configuration: ServiceConfiguration,
  { repair, json }: CheckOptions,
  print: (text: string) => void,
): Promise<boolean> {
  const database = await openConfigured(configuration, { mustExist: true });
  try {
    const pending = await database.pendingMigrations().catch((error: unknown) => {
      throw new DatabaseError(error);
    });
    if (pending.length > 0) throw new DatabaseError(new Error('it is not up to date: run hexipam migrate'));
    const findings = [];
    for await (const finding of database.check({ repair })) {
      findings.push(finding);
      if (!json) print(`${finding.text}${finding.repaired ? ' (repaired)' : ''}\n`);
    }
    if (json) print(`${JSON.stringify(findings)}\n`);
    else if (findings.length === 0) print('nothing is wrong\n');
    return findings.every(({ repaired }) => repaired);
  } finally {
    await database.close();
  }
}
