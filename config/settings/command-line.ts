import { parseArgs } from 'node:util';
import { isSubject, subjectMeanings } from '../../adapters/cli/index.js';
import { variables } from './settings.js';

/** What the program can be asked to do, and how the help describes it. */
const commands = {
  serve:
    'run the service (when no command is given); --workers N: in N processes on one port, over PostgreSQL; --wait SECONDS: for the database',
  migrate: 'bring the database up to date, tell what was done, and end; --wait SECONDS: for the database',
  scan: 'probe the networks that ask for it; --subnet ID: one of them; --every 5m: again and again (s, m, h); --json',
  check: 'compare the index of free ranges with the register; --repair: make anew what is wrong; --json',
} as const;

/** A command line, understood; `usage` says what was not. */
export type Command =
  | { readonly name: 'help' | 'version' }
  /** wait: for how many seconds the command waits for a database that cannot be used yet. */
  | { readonly name: 'migrate'; readonly wait: number }
  /** workers 0: this process itself serves. */
  | { readonly name: 'serve'; readonly workers: number; readonly wait: number }
  /** every: seconds between the beginnings of two scans; undefined: there is one. */
  | { readonly name: 'scan'; readonly subnetId: number | undefined; readonly every: number | undefined; readonly json: boolean }
  | { readonly name: 'check'; readonly repair: boolean; readonly json: boolean }
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
  try {
    return readOptions(name, rest);
  } catch (error) {
    return { name: 'usage', problem: `${name}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Reads what stands behind a command. @throws Error that tells what is wrong */
function readOptions(name: keyof typeof commands, args: readonly string[]): Command {
  if (name === 'check') {
    const { repair, json } = parseArgs({ args: [...args], options: { repair: flag, json: flag } }).values;
    return { name, repair: repair === true, json: json === true };
  }
  if (name === 'scan') return readScan(args);
  if (name === 'serve') {
    const { workers, wait } = parseArgs({ args: [...args], options: { workers: text, wait: text } }).values;
    if (workers !== undefined && !/^[1-9]\d{0,2}$/.test(workers)) throw new Error('--workers takes a number from 1 to 999');
    return { name, workers: Number(workers ?? 0), wait: secondsOf(wait) };
  }
  return { name, wait: secondsOf(parseArgs({ args: [...args], options: { wait: text } }).values.wait) };
}

/** @throws Error that tells what is wrong */
function readScan(args: readonly string[]): Command {
  const { subnet, every, json } = parseArgs({ args: [...args], options: { subnet: text, every: text, json: flag } }).values;
  if (subnet !== undefined && !/^[1-9]\d{0,8}$/.test(subnet)) throw new Error('--subnet takes the id of a subnet');
  const [, count, unit] = /^([1-9]\d{0,4})([smh])$/.exec(every ?? '') ?? [];
  if (every !== undefined && count === undefined) throw new Error('--every takes a time such as 30s, 5m or 1h');
  return {
    name: 'scan',
    subnetId: subnet === undefined ? undefined : Number(subnet),
    every: count === undefined ? undefined : Number(count) * (secondsOfUnit[unit as keyof typeof secondsOfUnit] ?? 1),
    json: json === true,
  };
}

const secondsOfUnit = { s: 1, m: 60, h: 3600 } as const;

/** @throws Error when it is no time to wait */
function secondsOf(wait = '0'): number {
  if (!/^\d{1,4}$/.test(wait)) throw new Error('--wait takes seconds, from 0 to 9999');
  return Number(wait);
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

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
