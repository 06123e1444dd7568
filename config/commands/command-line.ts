import { CommandLine, type HelpStyle, plain, subjectNames } from '../../adapters/cli/index.js';
import { variables } from '../settings/variables.js';
import { addSubjectCommands } from './administer.js';
import { addCheck } from './check.js';
import { addDoctor } from './doctor/doctor.js';
import { addExplainPermission } from './explain-permission.js';
import type { AddCommand, Invocation } from './invocation.js';
import { addMcp } from './mcp.js';
import { addMigrate } from './migrate.js';
import { addAsyncApi, addCompletion, addOpenApi, addVersion, printing } from './program-texts.js';
import { addScan } from './scan.js';
import { addServe } from './serve.js';
import { addBackup, addExport } from './transfer/archive.js';
import { addImport } from './transfer/import.js';
import { addRestore } from './transfer/restore.js';

/** In the order of the help. */
const commands: readonly AddCommand[] = [
  addServe,
  addMigrate,
  addScan,
  addCheck,
  addDoctor,
  addExplainPermission,
  addImport,
  addExport,
  addRestore,
  addBackup,
  addOpenApi,
  addAsyncApi,
  addMcp,
  addCompletion,
  addVersion,
];

/** Without arguments, the command is `serve`. @throws UsageError */
export function readCommandLine(words: readonly string[], style: HelpStyle = { ...plain, columns: 100 }): Invocation {
  let invocation: Invocation | undefined;
  const line = createCommandLine(style, (chosen) => {
    invocation = chosen;
  });
  const text = line.read(words.length === 0 ? ['serve'] : words);
  if (text !== undefined) return printing(text);
  if (!invocation) throw new Error(`no command for the arguments ${words.join(' ')}`);
  return invocation;
}

export function createCommandLine(style: HelpStyle, chosen: (invocation: Invocation) => void): CommandLine {
  const line = new CommandLine('hexipam', style);
  const { program } = line;
  for (const add of commands) add(program, chosen);
  const names = program.commands.map((command) => command.name());
  program.commandsGroup('Administration (details: hexipam SUBJECT --help):');
  addSubjectCommands(program, chosen);
  program
    .usage(`[${[...names, '--help'].join(' | ')}]\n       hexipam ${subjectNames().join('|')} list|add|set|remove ...`)
    .addHelpText('after', variablesText);
  return line;
}

function variablesText(): string {
  const lines = Object.values(variables).map(
    ({ name, meaning, fallback }) => `  ${name}\n      ${meaning}${fallback === undefined ? '' : ` (default: ${fallback})`}`,
  );
  return [
    '',
    'Variables are read from files of these names in $CREDENTIALS_DIRECTORY (secrets), from the environment, and from a .env',
    'file in the working directory; the first value found is used:',
    ...lines,
    '',
    'SIGHUP applies the provisioning file again and reloads the certificate. SIGTERM completes running requests and stops the service.',
  ].join('\n');
}
