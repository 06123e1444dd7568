import type { LogLevel } from './levels.js';

const colours: Readonly<Record<string, string>> = { fatal: '35', error: '31', warn: '33', info: '32', debug: '2' };
const wordWidth = 5;

/** Texts that need no quotes to be told from what stands around them. */
const plain = /^[\w./:@%+,{}[\]<>*-]+$/;

/**
 * An entry for people: the time of day, how grave it is, what happened, then the facts. What could move the cursor of a terminal
 * or begin another line is written as JSON writes it.
 * @param entry one object of JSON
 */
export function textLine(entry: string, isColoured: boolean): string {
  const { time, level, message, ...facts } = JSON.parse(entry) as { time: string; level: LogLevel; message: string };
  const paint = (colour: string, text: string) => (isColoured ? `\x1b[${colour}m${text}\x1b[0m` : text);
  const stacks: string[] = [];
  const told = Object.entries(facts).map(([name, value]) => ` ${paint('2', `${name}=`)}${factText(value, stacks)}`);
  const head = `${paint('2', time.slice(11, 23))} ${paint(colours[level] ?? '0', level.toUpperCase().padEnd(wordWidth))}`;
  return `${head} ${printable(message)}${told.join('')}\n${stacks.join('')}`;
}

/** @param stacks gets the stacks of errors, which stand on lines of their own */
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
