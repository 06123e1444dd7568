import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { CommandRefused, jsonOption, textsOver } from '../../adapters/cli/index.js';
import type { Finding } from '../../application/ports/consistency.js';
import { DatabaseError } from '../database.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../settings/settings.js';
import { withDatabase, withService } from './commands.js';
import type { AddCommand } from './invocation.js';

interface CheckOptions {
  readonly repair: boolean;
  readonly json: boolean;
}

export const addCheck: AddCommand = (program, chosen) =>
  void program
    .command('check')
    .description(
      'verify the stored free ranges and usage counts, and find invalid records, such as references to missing records and overlapping subnets in strict sections; the exit code is 1 when problems are found',
    )
    .option('--repair', 'rebuild wrong free ranges and counts')
    .addOption(jsonOption())
    .action(({ repair = false, json = false }: Partial<CheckOptions>) => {
      const options = { repair, json };
      chosen({ name: 'check', options, run: ({ print }) => check(readProcessConfiguration(), options, print) });
    });

/** Returns true if nothing was found, or everything was repaired. @throws DatabaseError, also if a migration is missing */
export async function check(
  configuration: ServiceConfiguration,
  { repair, json }: CheckOptions,
  print: (text: string) => void,
): Promise<boolean> {
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
    if (!json) print(`${finding.text}${finding.repaired ? ' (repaired)' : ''}\n`);
  };
  await withService(
    configuration,
    (path) => checkOver(path, repair, report),
    () =>
      withDatabase(
        configuration,
        async (database) => {
          for await (const finding of database.check({ repair })) report(finding);
        },
        new DatabaseError(new Error('it is not up to date: run hexipam migrate')),
      ),
  );
  if (json) print(`${JSON.stringify(findings)}\n`);
  else if (findings.length === 0) print('no problems found\n');
  return findings.every(({ repaired }) => repaired);
}

async function checkOver(path: string, repair: boolean, report: (finding: Finding) => void): Promise<void> {
  let hasEnded = false;
  for await (const line of createInterface({ input: Readable.from(await textsOver(path, `check?repair=${repair}`)) })) {
    const { end, ...finding } = JSON.parse(line) as Finding & { readonly end?: true };
    if (end) hasEnded = true;
    else report(finding);
  }
  if (!hasEnded) throw new CommandRefused('the service ended the connection before the check was complete');
}
