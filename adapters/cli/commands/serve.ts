import { type AddCommand, numberOf, waitOption } from '../invocation.js';
import type { ServeOptions } from '../program-work.js';
import { jsonOption } from '../subject-command.js';

export const addServe: AddCommand = (program, chosen, { serve }) =>
  void program
    .command('serve')
    .description('run the service (default command)')
    .option(
      '--workers <N>',
      'run N processes on one port; requires PostgreSQL',
      numberOf('--workers must be a number from 1 to 999', 1, 999),
    )
    .addOption(waitOption())
    .addOption(jsonOption())
    .action(({ workers = 0, wait = 0, json = false }: Partial<ServeOptions>) => {
      const options = { workers, wait, json };
      chosen({ name: 'serve', options, run: (terminal) => serve(options, terminal) });
    });
