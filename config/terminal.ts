import type { Writable } from 'node:stream';
import { FileUnwritable } from '../adapters/archive/index.js';
import { type OutputStyle, type PasswordInput, red } from '../adapters/cli/index.js';
import { plainLine } from '../domain/plain-line.js';

/** Where somebody, or a program, called this program. */
export interface Terminal {
  readonly input: PasswordInput;
  /** How standard output is shown. */
  readonly output: OutputStyle & { readonly columns: number };
  /** Writes to standard output. */
  print(text: string): void;
  /** Writes to standard error as it is. */
  prompt(text: string): void;
  /** Writes a line on what went wrong to standard error. */
  complain(problem: string): void;
  /** Writes to standard error where that is a terminal, on which a line can be written over. */
  readonly progress?: (text: string) => void;
}

/** For help that goes into a file. */
const usualColumns = 100;

/** That of this process. NO_COLOR and TERM=dumb keep colours off (Node's `hasColors`). */
export function processTerminal(): Terminal {
  const { stdin: input, stdout, stderr } = process;
  const prompt = (text: string): void => void stderr.write(text);
  const name = stderr.isTTY && stderr.hasColors() ? red('hexipam:') : 'hexipam:';
  return {
    input,
    output: {
      isTerminal: stdout.isTTY === true,
      hasColors: stdout.isTTY === true && stdout.hasColors(),
      columns: stdout.columns ?? usualColumns,
    },
    print: (text) => void stdout.write(text),
    prompt,
    complain: (problem) => prompt(`${name} ${plainLine(problem)}\n`),
    ...(stderr.isTTY ? { progress: prompt } : {}),
  };
}

/** What writing fails with when the reader of a pipe has gone, e.g. `head`, and when a terminal was closed. */
const [pipeClosed, terminalClosed] = ['EPIPE', 'EIO'];

/**
 * Has a program go on when its output cannot be written.
 * @returns tells what was lost, unless nobody wanted it any more; null when nothing was
 */
export function watchedOutput(output: Writable & { readonly isTTY?: boolean }): { problem(): string | null } {
  const gone: readonly unknown[] = output.isTTY ? [pipeClosed, terminalClosed] : [pipeClosed];
  let first: unknown = null;
  output.on('error', (error) => {
    first ??= error;
  });
  return {
    problem: () => {
      const isGone = first instanceof Error && 'code' in first && gone.includes(first.code);
      return first === null || isGone ? null : new FileUnwritable('standard output', first).message;
    },
  };
}
