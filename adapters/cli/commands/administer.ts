import type { DnsDifference, DnsStep } from '../../../application/dns/dns-comparison.js';
import { plainLine } from '../../../domain/plain-line.js';
import type { Execute } from '../execution.js';
import type { AddCommand } from '../invocation.js';
import { readPassword } from '../password-input.js';
import { hasFailed, printJson, printResult } from '../printing.js';
import type { ProgramWork } from '../program-work.js';
import { clearLine } from '../progress.js';
import { addSubjects, type RequestedCommand } from '../subject-command.js';
import type { Terminal } from '../terminal.js';
import { subjectUsage } from '../usage.js';
import { UsageError } from '../usage-error.js';

export const addSubjectCommands: AddCommand = (program, chosen, { connect }) =>
  addSubjects(program, (asked) =>
    chosen({ name: 'administer', options: { ...asked }, run: (terminal) => administer(connect, asked, terminal) }),
  );

async function administer(connect: ProgramWork['connect'], asked: RequestedCommand, terminal: Terminal): Promise<boolean> {
  const withCommands = connect();
  const password = asked.needsPassword ? { password: await passwordFrom(terminal, asked) } : {};
  const { subject, action } = asked.command;
  if (subject === 'dns' && (action === 'diff' || action === 'sync')) {
    await withCommands((execute) => administerDns(execute, asked, terminal));
    return true;
  }
  const result = await withCommands((execute) => execute({ ...asked.command, ...password }));
  terminal.print(`${asked.json ? printJson(result) : printResult(asked.command, result, terminal.output)}\n`);
  return !hasFailed(asked.command, result);
}

const passwordFrom = (terminal: Terminal, { command }: RequestedCommand): Promise<string> =>
  readPassword(terminal).catch((error: unknown) => {
    throw error instanceof UsageError ? new UsageError(error.message, subjectUsage(command.subject)) : error;
  });

const maxListed = 10_000;

/** Compares DNS in steps, and reports them. @throws errors of `execute` */
async function administerDns(
  execute: Execute,
  { command, json }: RequestedCommand,
  { print, progress }: Pick<Terminal, 'print' | 'progress'>,
): Promise<void> {
  const compared = { zones: 0, addresses: 0 };
  const differences: DnsDifference[] = [];
  let [found, repaired] = [0, 0];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const options = cursor === undefined ? command.options : { ...command.options, cursor };
    const step = (await execute({ ...command, options })) as DnsStep;
    compared.zones += step.compared.zones;
    compared.addresses += step.compared.addresses;
    found += step.found;
    repaired += step.repaired;
    differences.push(...step.differences.slice(0, maxListed - differences.length));
    for (const difference of json ? [] : step.differences) {
      progress?.(clearLine);
      print(`${plainLine(differenceLine(difference))}\n`);
    }
    progress?.(`${clearLine}${compared.zones} zones, ${compared.addresses} addresses compared`);
    cursor = step.next;
  }
  progress?.(clearLine);
  if (json) return print(`${printJson({ compared, found, repaired, differences })}\n`);
  const ending = command.action === 'sync' ? `, ${repaired} repaired` : '';
  print(`${compared.zones} zones, ${compared.addresses} addresses: ${found} differ${ending}\n`);
}

function differenceLine({ zone, name, type, is, wanted, present, problem }: DnsDifference): string {
  const values = `${present.join(' ') || '-'} => ${wanted.join(' ') || '-'}`;
  return `${is.padEnd(9)} ${type} ${name} (${zone}): ${values}${problem === undefined ? '' : `; ${problem}`}`;
}
