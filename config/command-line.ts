import { variables } from './settings.js';

/** What the program can be asked to do, and how the help describes it. */
const commands = {
  serve: 'run the service (when no command is given)',
  migrate: 'bring the database up to date, tell what was done, and end',
} as const;

/** A command line, understood; `usage` says what was not. */
export type Command =
  | { readonly name: keyof typeof commands | 'help' | 'version' }
  | { readonly name: 'usage'; readonly problem: string };

/** Reads the words behind the program's name. */
export function readCommandLine(words: readonly string[]): Command {
  const [word = 'serve', ...rest] = words;
  if (['--help', '-h', 'help'].includes(word)) return { name: 'help' };
  if (['--version', '-v', 'version'].includes(word)) return { name: 'version' };
  const name = (Object.keys(commands) as (keyof typeof commands)[]).find((candidate) => candidate === word);
  if (name === undefined) return { name: 'usage', problem: `unknown command ${JSON.stringify(word)}` };
  return rest.length > 0 ? { name: 'usage', problem: `${name} takes no arguments` } : { name };
}

/** One line on how the program is called. */
export const usage = `usage: hexipam [${Object.keys(commands).join(' | ')} | --help | --version]`;

/** The whole help: commands, variables with their defaults, signals. */
export function helpText(): string {
  const commandLines = Object.entries(commands).map(([name, meaning]) => `  ${name.padEnd(10)}${meaning}`);
  const variableLines = Object.values(variables).map(
    ({ name, meaning, fallback }) => `  ${name}\n      ${meaning}${fallback === undefined ? '' : ` (default: ${fallback})`}`,
  );
  return [
    usage,
    '',
    ...commandLines,
    '',
    'Configuration comes from the environment and from a .env file in the working directory; the environment wins:',
    ...variableLines,
    '',
    'SIGHUP applies the provisioning file again and reloads the certificate. SIGTERM finishes what is under way and ends.',
  ].join('\n');
}
