import type { Log, TokenRevocations } from '../../application/ports/environment.js';
import { assembleService, type Service } from '../container.js';
import { withConsole } from '../listeners/console.js';
import { type Listeners, openListeners } from '../listeners/listeners.js';
import { followService, metricsSource, withPublicMetrics } from '../metrics/metrics.js';
import { MetricsOfAll } from '../metrics/metrics-of-all.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { withHealth } from './health.js';
import type { Signals } from './signals.js';
import { endAfter, stopTimes } from './stop-times.js';
import type { PrimaryMessage, WorkerMessage } from './worker-messages.js';
import { WorkerPasswords } from './worker-passwords.js';

/** How long a revocation waits for the other workers, in milliseconds: they remember a token no longer than that. */
const maxWait = 1000;

const tell = (message: WorkerMessage): void => void process.send?.(message);

/** Tells the other workers through the primary process. */
class WorkerRevocations implements TokenRevocations {
  readonly #waiting = new Map<number, () => void>();
  #lastId = 0;

  revokeEverywhere(digest: string): Promise<void> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(end, maxWait);
      this.#waiting.set(id, end);
      tell({ kind: 'revoke', id, digest });
    });
  }

  /** The others have forgotten the token. */
  end(id: number): void {
    this.#waiting.get(id)?.();
  }
}

/**
 * Serves as one of several processes on one port, over a database that the process which started them has prepared; until a
 * stop signal comes or that process is gone.
 */
export async function serveAsWorker(configuration: ServiceConfiguration, signals: Signals): Promise<void> {
  const revocations = new WorkerRevocations();
  const passwords = new WorkerPasswords(tell);
  const service = await assembleService(configuration, { revocations, passwordsInTurn: (hasher) => passwords.inTurn(hasher) });
  const { directory } = service.application;
  const state = { stopping: false };
  let stopFollowing = (): void => {};
  try {
    const health = { probeWrites: () => service.database.probeWrites(), isStopping: () => state.stopping };
    const texts = new MetricsOfAll(tell);
    stopFollowing = followService(service, configuration, false);
    const serving = withPublicMetrics(
      withHealth(withConsole(service, configuration), health),
      configuration,
      metricsSource(() => texts.read()),
    );
    const listeners = await openListeners(configuration, serving);
    const abandoned = new Promise<void>((resolve) => process.once('disconnect', resolve));
    process.on('message', (message: PrimaryMessage) => {
      if (message.kind === 'revoked') revocations.end(message.id);
      else if (message.kind === 'passwordTurn') passwords.begin(message.id);
      else if (message.kind === 'metricsText') texts.hear(message);
      else if (message.kind === 'metricsWanted') void tellMetrics(service, message.id);
      else if (message.kind === 'forget') {
        directory.forgetAccess(message.digest);
        tell({ kind: 'forgotten', id: message.id });
      } else {
        directory.forget();
        reloadCertificate(listeners, service.log);
      }
    });
    signals.onReload(async () => {}); // whoever started this process says when
    tell({ kind: 'listening', urls: listeners.urls });
    await Promise.race([signals.stop, abandoned]);
    state.stopping = true;
    service.application.changes.end();
    const times = stopTimes(configuration.stopTimeout);
    endAfter(times.worker); // also when nobody is left who would kill it
    await listeners.close(times.answers, () => service.unitOfWork.end());
    service.unitOfWork.end();
  } finally {
    stopFollowing();
    service.storage.close();
    await service.database.close();
  }
}

async function tellMetrics({ metrics }: Pick<Service, 'metrics'>, id: number): Promise<void> {
  tell({ kind: 'metricsTold', id, snapshot: (await metrics?.snapshot()) ?? [] });
}

function reloadCertificate(listeners: Listeners, log: Log): void {
  try {
    listeners.reloadCertificate();
  } catch (error) {
    log.error('the certificate was not reloaded', { problem: error instanceof Error ? error.message : String(error) });
  }
}
