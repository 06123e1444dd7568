import { CommandLine, type HelpStyle } from './command-line.js';
import { addSubjectCommands } from './commands/administer.js';
import { addCheck } from './commands/check.js';
import { addDoctor } from './commands/doctor/doctor.js';
import { addExplainPermission } from './commands/explain-permission.js';
import { addMcp } from './commands/mcp.js';
import { addMigrate } from './commands/migrate.js';
import { addAsyncApi, addCompletion, addOpenApi, addVersion, printing } from './commands/program-texts.js';
import { addScan } from './commands/scan.js';
import { addServe } from './commands/serve.js';
import { addBackup, addExport } from './commands/transfer/archive.js';
import { addImport } from './commands/transfer/import.js';
import { addRestore } from './commands/transfer/restore.js';
import type { AddCommand, Invocation } from './invocation.js';
import type { ProgramWork } from './program-work.js';
import { plain } from './styles.js';
import { subjectNames } from './usage.js';

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
export function readArguments(
  work: ProgramWork,
  words: readonly string[],
  style: HelpStyle = { ...plain, columns: 100 },
): Invocation {
  let invocation: Invocation | undefined;
  const line = commandLineOf(work, style, (chosen) => {
    invocation = chosen;
  });
  const text = line.read(words.length === 0 ? ['serve'] : words);
  if (text !== undefined) return printing(text);
  if (!invocation) throw new Error(`no command for the arguments ${words.join(' ')}`);
  return invocation;
}

/** @param chosen called with the parsed command, before its execution */
export function commandLineOf(work: ProgramWork, style: HelpStyle, chosen: (invocation: Invocation) => void): CommandLine {
  const line = new CommandLine('hexipam', style);
  const { program } = line;
  for (const add of commands) add(program, chosen, work);
  const names = program.commands.map((command) => command.name());
  program.commandsGroup('Administration (details: hexipam SUBJECT --help):');
  addSubjectCommands(program, chosen, work);
  program
    .usage(`[${[...names, '--help'].join(' | ')}]\n       hexipam ${subjectNames().join('|')} list|add|set|remove ...`)
    .addHelpText('after', variablesText(work.variables));
  return line;
}

function variablesText(variables: ProgramWork['variables']): string {
  const lines = variables.map(
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
