import cluster from 'node:cluster';
import { announce, type ServeOptions, type Terminal } from '../../adapters/cli/index.js';
import { readProcessConfiguration } from '../settings/settings.js';
import { variables } from '../settings/variables.js';
import { endAfter, stopTimes, watchSignals } from '../signals.js';
import { readVersion } from '../version.js';

/** Loads modules on demand, which halves the start time of other commands. Returns true if a signal stopped the service. */
export async function serve(options: ServeOptions, terminal: Terminal): Promise<boolean> {
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
  const announcer = announce(print, json, { version: readVersion(), passwordVariable: variables.adminPassword.name });
  if (workers === 0) {
    const { serve: serveAlone } = await import('../service/serve.js');
    return serveAlone(configuration, { wait }, signals, announcer);
  }
  const { serveByWorkers } = await import('../workers/serve-by-workers.js');
  return serveByWorkers(configuration, { workers, wait }, signals, announcer);
}
