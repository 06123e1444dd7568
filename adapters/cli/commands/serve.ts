import { type AddCommand, numberOf, waitOption } from '../invocation.js';
import { jsonOption } from '../subject-command.js';
import type { Terminal } from '../terminal.js';

export interface ServeOptions {
  /** With 0, this process serves requests. */
  readonly workers: number;
  /** Maximum seconds to wait for an unavailable database. */
  readonly wait: number;
  readonly json: boolean;
}

/** @param serve runs the service until a signal stops it */
export const addServe =
  (serve: (options: ServeOptions, terminal: Terminal) => Promise<boolean>): AddCommand =>
  (program, chosen) =>
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
