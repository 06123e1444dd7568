import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';

/** What words asked the program to do. */
export interface Invocation {
  readonly name: string;
  /** What was said beside the name, as the command understood it. */
  readonly options: Readonly<Record<string, unknown>>;
  /** @returns whether all went well */
  run(terminal: Terminal): Promise<boolean>;
}

/** Adds a command to the program. @param chosen is told what is to be done when words ask for it; nothing is done by then */
export type AddCommand = (program: Command, chosen: (invocation: Invocation) => void) => void;
