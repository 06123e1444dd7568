import { Command, CommanderError } from 'commander';
import { bold, type OutputStyle } from './styles.js';
import { subjects } from './subjects/index.js';
import { UsageError } from './usage-error.js';

export interface HelpStyle extends OutputStyle {
  readonly columns: number;
}

/** Parses the command line. Commands are added to `program`; the action of the matching command runs. */
export class CommandLine {
  readonly program: Command;
  #text = '';

  constructor(name: string, { columns, hasColors }: HelpStyle) {
    this.program = new Command(name)
      .exitOverride()
      .enablePositionalOptions()
      .helpOption('-h, --help', 'show this help')
      .helpCommand('help [COMMAND]', 'show the help of a command')
      .configureOutput({
        writeOut: (text) => {
          this.#text += text;
        },
        writeErr: () => {},
        outputError: () => {},
        getOutHelpWidth: () => columns,
        getOutHasColors: () => hasColors,
      })
      .configureHelp({
        styleTitle: (title) => bold(title === 'Usage:' ? 'usage:' : title),
        optionTerm: ({ flags }) => flags.replace(/[<>]/g, ''),
        optionDescription: ({ description }) => description,
      });
  }

  /**
   * Parses the arguments after the program's name and calls the action of their command.
   * @returns the text of the help or the version to print, if the arguments request it; no action is called then
   * @throws UsageError
   */
  read(words: readonly string[]): string | undefined {
    this.#text = '';
    const command = commandOf(this.program, words);
    try {
      refuseOptionsAsValues(command, words);
      this.program.parse(words, { from: 'user' });
      return undefined;
    } catch (error) {
      if (error instanceof CommanderError && error.exitCode === 0) return this.#text;
      if (error instanceof UsageError) throw new UsageError(error.message, error.usage ?? usageOf(command));
      if (error instanceof CommanderError) throw new UsageError(problemOf(error, command, words), usageOf(command));
      throw error;
    }
  }
}

/** Returns the usage line of a command. For an action, it is the usage of its subject. */
const usageOf = (command: Command): string =>
  command.parent?.parent ? usageOf(command.parent) : `usage: ${command.createHelp().commandUsage(command)}`;

function commandOf(program: Command, words: readonly string[]): Command {
  const [word, ...rest] = words;
  const next = program.commands.find((candidate) => candidate.name() === word);
  return next ? commandOf(next, rest) : program;
}

/** Rejects option values that look like options, because the value is probably missing. @throws UsageError */
function refuseOptionsAsValues({ options }: Command, words: readonly string[]): void {
  const end = words.indexOf('--');
  const before = end < 0 ? words : words.slice(0, end);
  for (const [index, word] of before.entries()) {
    const value = words[index + 1];
    if (value?.startsWith('-') && options.some(({ long, required }) => required && long === word))
      throw new UsageError(`${word} needs a value; for a value that begins with a dash write ${word}=${value}`);
  }
}

/** Returns the error message of invalid arguments. It contains no option values, which may be secrets. */
function problemOf({ code, message }: CommanderError, command: Command, words: readonly string[]): string {
  const suggestion = /\n\(Did you mean (.*\?)\)$/s.exec(message)?.[1];
  const hint = suggestion === undefined ? '' : ` (did you mean ${suggestion})`;
  switch (code) {
    case 'commander.help': {
      const word = words[words.indexOf('help') + 1];
      return words.includes('help') && word !== undefined
        ? unknownWord(command, word)
        : `${command.name()} needs an action: ${actionNames(command)}`;
    }
    case 'commander.unknownCommand':
      return `${unknownWord(command, command.args[0] ?? '')}${hint}`;
    case 'commander.unknownOption':
      return unknownOption(command, /'(-[^'=]*)/.exec(message)?.[1] ?? '', hint);
    case 'commander.optionMissingArgument':
      return `${/--[\w-]+/.exec(message)?.[0]} needs a value`;
    case 'commander.missingArgument':
      return `${command.registeredArguments[command.args.length]?.name()} is missing`;
    case 'commander.excessArguments':
      return `unexpected argument ${JSON.stringify(command.args[command.registeredArguments.length])}`;
    default:
      return message.replace(/^error: /, '');
  }
}

const actionNames = ({ commands }: Command): string => commands.map((command) => command.name()).join(', ');

function unknownWord(command: Command, word: string): string {
  if (!command.parent) return `unknown command ${JSON.stringify(word)}`;
  const reason = ['list', 'add', 'set', 'remove'].includes(word) ? subjects[command.name()]?.missing : undefined;
  return reason ?? `${command.name()} has no action ${JSON.stringify(word)}; its actions are ${actionNames(command)}`;
}

function unknownOption({ options }: Command, name: string, hint: string): string {
  if (name === '--password')
    return 'passwords are not accepted as arguments, which other users can see: the password is read from the terminal or from the first line of standard input';
  return options.some(({ long }) => long === name) ? `${name} takes no value` : `unknown option ${name}${hint}`;
}
