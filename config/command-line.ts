import { isSubject, subjectMeanings } from '../adapters/cli/index.js';
import { variables } from './settings.js';

/** What the program can be asked to do, and how the help describes it. */
const commands = {
  serve: 'run the service (when no command is given)',
  migrate: 'bring the database up to date, tell what was done, and end',
} as const;

/** A command line, understood; `usage` says what was not. */
export type Command =
  | { readonly name: keyof typeof commands | 'help' | 'version' }
  /** A command of administration, to be understood by whoever carries it out. */
  | { readonly name: 'administer'; readonly words: readonly string[] }
  | { readonly name: 'usage'; readonly problem: string };

/** Reads the words behind the program's name. */
export function readCommandLine(words: readonly string[]): Command {
  const [word = 'serve', ...rest] = words;
  if (['--help', '-h', 'help'].includes(word)) return { name: 'help' };
  if (['--version', '-v', 'version'].includes(word)) return { name: 'version' };
  if (isSubject(word)) return { name: 'administer', words };
  const name = (Object.keys(commands) as (keyof typeof commands)[]).find((candidate) => candidate === word);
  if (name === undefined) return { name: 'usage', problem: `unknown command ${JSON.stringify(word)}` };
  return rest.length > 0 ? { name: 'usage', problem: `${name} takes no arguments` } : { name };
}

/** One line on how the program is called. */
export const usage = [
  `usage: hexipam [${Object.keys(commands).join(' | ')} | --help | --version]`,
  `       hexipam ${subjectMeanings()
    .map(([word]) => word)
    .join('|')} list|add|set|remove ...`,
].join('\n');

/** The whole help: commands, variables with their defaults, signals. */
export function helpText(): string {
  const line = ([name, meaning]: readonly [string, string]) => `  ${name.padEnd(10)}${meaning}`;
  const variableLines = Object.values(variables).map(
    ({ name, meaning, fallback }) => `  ${name}\n      ${meaning}${fallback === undefined ? '' : ` (default: ${fallback})`}`,
  );
  return [
    usage,
    '',
    ...Object.entries(commands).map(line),
    '',
    'Administration, on the command line; hexipam SUBJECT --help tells more:',
    ...subjectMeanings().map(line),
    '',
    'Configuration comes from the environment and from a .env file in the working directory; the environment wins:',
    ...variableLines,
    '',
    'SIGHUP applies the provisioning file again and reloads the certificate. SIGTERM finishes what is under way and ends.',
  ].join('\n');
}
