import type { Command } from 'commander';
import {
  addSubjects,
  type Execute,
  hasFailed,
  printJson,
  printResult,
  type RequestedCommand,
  readPassword,
  subjectUsage,
  UsageError,
} from '../../adapters/cli/index.js';
import type { DnsDifference, DnsStep } from '../../application/dns/dns-comparison.js';
import { plainLine } from '../../domain/plain-line.js';
import { readProcessConfiguration } from '../settings/settings.js';
import type { Terminal } from '../terminal.js';
import { withCommands } from './commands.js';
import type { AddCommand } from './invocation.js';
import { clearLine } from './transfer/progress.js';

export const addSubjectCommands: AddCommand = (program: Command, chosen) =>
  addSubjects(program, (asked) =>
    chosen({ name: 'administer', options: { ...asked }, run: (terminal) => administer(asked, terminal) }),
  );

async function administer(asked: RequestedCommand, terminal: Terminal): Promise<boolean> {
  const configuration = readProcessConfiguration();
  const password = asked.needsPassword ? { password: await passwordFrom(terminal, asked) } : {};
  const { subject, action } = asked.command;
  if (subject === 'dns' && (action === 'diff' || action === 'sync')) {
    await withCommands(configuration, (execute) => administerDns(execute, asked, terminal));
    return true;
  }
  const result = await withCommands(configuration, (execute) => execute({ ...asked.command, ...password }));
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
