import cluster from 'node:cluster';
import { jsonOption } from '../../adapters/cli/index.js';
import { announce } from '../announcements.js';
import { readProcessConfiguration } from '../settings/settings.js';
import { endAfter, stopTimes, watchSignals } from '../signals.js';
import type { Terminal } from '../terminal.js';
import { type AddCommand, numberOf, waitOption } from './invocation.js';

interface ServeOptions {
  /** With 0, this process serves requests. */
  readonly workers: number;
  /** Maximum seconds to wait for an unavailable database. */
  readonly wait: number;
  readonly json: boolean;
}

export const addServe: AddCommand = (program, chosen) =>
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
      chosen({ name: 'serve', options, run: (terminal) => startService(options, terminal) });
    });

/** Loads modules on demand, which halves the start time of other commands. Returns true if a signal stopped the service. */
async function startService(options: ServeOptions, terminal: Terminal): Promise<boolean> {
  try {
    return await serveUntilStopped(options, terminal);
  } finally {
    const { settleLogs } = await import('../process-log.js');
    await settleLogs();
  }
}

async function serveUntilStopped({ workers, wait, json }: ServeOptions, { print }: Terminal): Promise<boolean> {
  const signals = watchSignals(() => process.exit(1));
  const configuration = readProcessConfiguration();
  const times = stopTimes(configuration.stopTimeout);
  void signals.stop.then(() => endAfter(cluster.isWorker ? times.worker : times.process));
  if (cluster.isWorker) {
    const { serveAsWorker } = await import('../workers/worker.js');
    await serveAsWorker(configuration, signals);
    return true;
  }
  const announcer = announce(print, json);
  if (workers === 0) {
    const { serve } = await import('../service/serve.js');
    return serve(configuration, { wait }, signals, announcer);
  }
  const { serveByWorkers } = await import('../workers/serve-by-workers.js');
  return serveByWorkers(configuration, { workers, wait }, signals, announcer);
}
