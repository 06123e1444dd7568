import type { AccessNews, Log } from '../../application/ports/environment.js';
import { assembleService } from '../container.js';
import { type Listeners, openListeners } from '../listeners/listeners.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { withHealth } from './health.js';
import type { Signals } from './signals.js';
import { endAfter, stopTimes } from './stop-times.js';
import type { PrimaryMessage, WorkerMessage } from './worker-messages.js';

/** How long others are waited for that are to forget a token, in milliseconds: they remember it no longer anyway. */
const longestSpread = 1000;

const tell = (message: WorkerMessage): void => void process.send?.(message);

/** Tells the other workers through the process that started them. */
class WorkerNews implements AccessNews {
  readonly #waiting = new Map<number, () => void>();
  #turns = 0;

  spread(digest: string): Promise<void> {
    const turn = ++this.#turns;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(turn);
        resolve();
      };
      const timer = setTimeout(end, longestSpread);
      this.#waiting.set(turn, end);
      tell({ kind: 'forget', turn, digest });
    });
  }

  /** The others have done it. */
  end(turn: number): void {
    this.#waiting.get(turn)?.();
  }
}

/**
 * Serves as one of several processes on one port, over a database that the process which started them has prepared; until a
 * stop signal comes or that process is gone.
 */
export async function serveAsWorker(configuration: ServiceConfiguration, signals: Signals): Promise<void> {
  const news = new WorkerNews();
  const service = await assembleService(configuration, news);
  const { directory } = service.application;
  const state = { stopping: false };
  try {
    const health = { probeWrites: () => service.database.probeWrites(), isStopping: () => state.stopping };
    const listeners = await openListeners(configuration, withHealth(service.api, health));
    const abandoned = new Promise<void>((resolve) => process.once('disconnect', resolve));
    process.on('message', (message: PrimaryMessage) => {
      if (message.kind === 'spread') news.end(message.turn);
      else if (message.kind === 'forget') {
        directory.forgetAccess(message.digest);
        tell({ kind: 'forgot', turn: message.turn });
      } else {
        directory.forget();
        reloadCertificate(listeners, service.log);
      }
    });
    signals.onReload(async () => {}); // whoever started this process says when
    tell({ kind: 'listening', urls: listeners.urls });
    await Promise.race([signals.stop, abandoned]);
    state.stopping = true;
    const times = stopTimes(configuration.stopTimeout);
    endAfter(times.worker); // also when nobody is left who would kill it
    await listeners.close(times.answers, () => service.unitOfWork.end());
    service.unitOfWork.end();
  } finally {
    service.storage.close();
    await service.database.close();
  }
}

function reloadCertificate(listeners: Listeners, log: Log): void {
  try {
    listeners.reloadCertificate();
  } catch (error) {
    log.error('the certificate was not reloaded', { problem: error instanceof Error ? error.message : String(error) });
  }
}
