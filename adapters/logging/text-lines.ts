import type { LogLevel } from './levels.js';

const colours: Readonly<Record<string, string>> = { fatal: '35', error: '31', warn: '33', info: '32', debug: '2' };
const wordWidth = 5;

/** Texts that need no quotes. */
const plain = /^[\w./:@%+,{}[\]<>*-]+$/;

/**
 * Formats an entry for people: time of day, level, message, facts. Control characters and line ends are escaped as in JSON.
 * @param entry a JSON object
 */
export function textLine(entry: string, isColoured: boolean): string {
  const { time, level, message, ...facts } = JSON.parse(entry) as { time: string; level: LogLevel; message: string };
  const paint = (colour: string, text: string) => (isColoured ? `\x1b[${colour}m${text}\x1b[0m` : text);
  const stacks: string[] = [];
  const printedFacts = Object.entries(facts).map(([name, value]) => ` ${paint('2', `${name}=`)}${factText(value, stacks)}`);
  const head = `${paint('2', time.slice(11, 23))} ${paint(colours[level] ?? '0', level.toUpperCase().padEnd(wordWidth))}`;
  return `${head} ${printable(message)}${printedFacts.join('')}\n${stacks.join('')}`;
}

/** @param stacks receives error stacks, which are printed below the entry */
function factText(value: unknown, stacks: string[]): string {
  if (typeof value === 'string') return plain.test(value) ? value : printable(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return String(value);
  if (!('stack' in value) || typeof value.stack !== 'string') return printable(JSON.stringify(value));
  const { stack, ...rest } = value;
  stacks.push(...stack.split('\n').map((line) => `    ${printable(line.trim())}\n`));
  return printable(JSON.stringify(rest));
}

const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
