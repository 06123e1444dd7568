import { type Command, Option } from 'commander';
import type { ProgramWork } from './program-work.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

export interface Invocation {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Returns whether the command succeeded. */
  run(terminal: Terminal): Promise<boolean>;
}

/** @param chosen called with the parsed command, before its execution */
export type AddCommand = (program: Command, chosen: (invocation: Invocation) => void, work: ProgramWork) => void;

export const numberOf =
  (problem: string, min: number, max: number) =>
  (word: string): number => {
    const value = /^\d{1,15}$/.test(word) ? Number(word) : Number.NaN;
    if (!(value >= min && value <= max)) throw new UsageError(problem);
    return value;
  };

export const waitOption = (): Option =>
  new Option('--wait <SECONDS>', 'wait for the database').argParser(numberOf('--wait takes seconds, from 0 to 9999', 0, 9999));
