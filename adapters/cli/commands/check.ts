import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Finding } from '../../../application/ports/consistency.js';
import { CommandRefused } from '../execution.js';
import type { AddCommand } from '../invocation.js';
import type { ProgramWork } from '../program-work.js';
import { textsOver } from '../socket/admin-socket.js';
import { jsonOption } from '../subject-command.js';
import type { Terminal } from '../terminal.js';

interface CheckOptions {
  readonly repair: boolean;
  readonly json: boolean;
}

export const addCheck: AddCommand = (program, chosen, { check: checkDatabase }) =>
  void program
    .command('check')
    .description(
      'verify the stored free ranges and usage counts, and find invalid records, such as references to missing records and overlapping subnets in strict sections; the exit code is 1 when problems are found',
    )
    .option('--repair', 'rebuild wrong free ranges and counts')
    .addOption(jsonOption())
    .action(({ repair = false, json = false }: Partial<CheckOptions>) => {
      const options = { repair, json };
      chosen({ name: 'check', options, run: (terminal) => check(checkDatabase, options, terminal) });
    });

/** Returns true if nothing was found, or everything was repaired. */
async function check(checkDatabase: ProgramWork['check'], { repair, json }: CheckOptions, { print }: Terminal): Promise<boolean> {
  const findings: Finding[] = [];
  await checkDatabase(repair, (finding) => {
    findings.push(finding);
    if (!json) print(`${finding.text}${finding.repaired ? ' (repaired)' : ''}\n`);
  });
  if (json) print(`${JSON.stringify(findings)}\n`);
  else if (findings.length === 0) print('no problems found\n');
  return findings.every(({ repaired }) => repaired);
}

/** The check by the service behind a socket. @throws NobodyListens, CommandRefused */
export async function checkOver(path: string, repair: boolean, report: (finding: Finding) => void): Promise<void> {
  let hasEnded = false;
  for await (const line of createInterface({ input: Readable.from(await textsOver(path, `check?repair=${repair}`)) })) {
    const { end, ...finding } = JSON.parse(line) as Finding & { readonly end?: true };
    if (end) hasEnded = true;
    else report(finding);
  }
  if (!hasEnded) throw new CommandRefused('the service ended the connection before the check was complete');
}
