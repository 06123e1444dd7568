import { CommandLine, type HelpStyle } from './command-line.js';
import { addSubjectCommands } from './commands/administer.js';
import { printing } from './commands/program-texts.js';
import type { AddCommand, Connect, Invocation } from './invocation.js';
import { plain } from './styles.js';
import { subjectNames } from './usage.js';

export interface Program {
  /** In the order of the help. */
  readonly commands: readonly AddCommand[];
  /** For the commands of administration. */
  readonly connect: Connect;
  readonly variables: readonly { readonly name: string; readonly meaning: string; readonly fallback?: string | undefined }[];
}

/** Without arguments, the command is `serve`. @throws UsageError */
export function readArguments(
  program: Program,
  words: readonly string[],
  style: HelpStyle = { ...plain, columns: 100 },
): Invocation {
  let invocation: Invocation | undefined;
  const line = commandLineOf(program, style, (chosen) => {
    invocation = chosen;
  });
  const text = line.read(words.length === 0 ? ['serve'] : words);
  if (text !== undefined) return printing(text);
  if (!invocation) throw new Error(`no command for the arguments ${words.join(' ')}`);
  return invocation;
}

/** @param chosen called with the parsed command, before its execution */
export function commandLineOf(
  { commands, connect, variables }: Program,
  style: HelpStyle,
  chosen: (invocation: Invocation) => void,
): CommandLine {
  const line = new CommandLine('hexipam', style);
  const { program } = line;
  for (const add of commands) add(program, chosen);
  const names = program.commands.map((command) => command.name());
  program.commandsGroup('Administration (details: hexipam SUBJECT --help):');
  addSubjectCommands(connect)(program, chosen);
  program
    .usage(`[${[...names, '--help'].join(' | ')}]\n       hexipam ${subjectNames().join('|')} list|add|set|remove ...`)
    .addHelpText('after', variablesText(variables));
  return line;
}

function variablesText(variables: Program['variables']): string {
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
