import type { Writable } from 'node:stream';
import { FileUnwritable } from '../../application/ports/file-unwritable.js';
import { codeOf } from '../../application/ports/storage-error.js';
import { plainLine } from '../../domain/plain-line.js';
import type { PasswordInput } from './password-input.js';
import { type OutputStyle, red } from './styles.js';

export interface Terminal {
  readonly input: PasswordInput;
  readonly output: OutputStyle & { readonly columns: number };
  print(text: string): void;
  prompt(text: string): void;
  complain(problem: string): void;
  /** Writes to standard error. Undefined if standard error is not a terminal, because only terminals can overwrite lines. */
  readonly progress?: (text: string) => void;
}

const usualColumns = 100;

/** NO_COLOR and TERM=dumb disable colours (Node's `hasColors`). */
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

/** Error codes of a closed pipe, e.g. of `head`, and of a closed terminal. */
const [pipeClosed, terminalClosed] = ['EPIPE', 'EIO'];

/** Prevents write errors of an output from ending the process. `problem` returns null if the reader closed the output. */
export function watchedOutput(output: Writable & { readonly isTTY?: boolean }): { problem(): string | null } {
  const gone: readonly unknown[] = output.isTTY ? [pipeClosed, terminalClosed] : [pipeClosed];
  let first: unknown = null;
  output.on('error', (error) => {
    first ??= error;
  });
  return {
    problem: () => {
      return first === null || gone.includes(codeOf(first)) ? null : new FileUnwritable('standard output', first).message;
    },
  };
}
