import type { Command } from 'commander';
import { bashCompletion } from './bash.js';
import { fishCompletion } from './fish.js';
import { offersOf } from './offers.js';
import { zshCompletion } from './zsh.js';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

type Shell = keyof typeof scripts;

export const shells: readonly Shell[] = ['bash', 'zsh', 'fish'];

/** The completion script for the program's commands, options and known values. */
export const completionOf = (program: Command, shell: Shell): string => scripts[shell](program.name(), offersOf(program));
