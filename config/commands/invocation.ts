import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';

export interface Invocation {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Returns whether the command succeeded. */
  run(terminal: Terminal): Promise<boolean>;
}

/** @param chosen called with the parsed command, before its execution */
export type AddCommand = (program: Command, chosen: (invocation: Invocation) => void) => void;
