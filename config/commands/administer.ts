import type { Command } from 'commander';
import {
  addSubjects,
  hasFailed,
  printJson,
  printResult,
  type RequestedCommand,
  readPassword,
  subjectUsage,
  UsageError,
} from '../../adapters/cli/index.js';
import { readProcessConfiguration } from '../settings/settings.js';
import type { Terminal } from '../terminal.js';
import { withCommands } from './commands.js';
import { administerDns } from './dns.js';
import type { AddCommand } from './invocation.js';

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
