import { Argument } from 'commander';
import { completionOf, shells, UsageError } from '../../adapters/cli/index.js';
import type { AddCommand } from './invocation.js';
import { printing } from './version.js';

export const addCompletion: AddCommand = (program, chosen) =>
  void program
    .command('completion')
    .description(`print a completion script for a shell, e.g. source <(hexipam completion bash)`)
    .usage('SHELL')
    .addArgument(new Argument('<SHELL>', shells.join(', ')).choices(shells).argParser(shellOf))
    .action((shell: (typeof shells)[number]) => chosen(printing(completionOf(program, shell))));

function shellOf(word: string): (typeof shells)[number] {
  const shell = shells.find((candidate) => candidate === word);
  if (!shell) throw new UsageError(`SHELL must be one of ${shells.join(', ')}`);
  return shell;
}
