import type { Log } from '../../application/ports/environment.js';
import { assembleService, type Service } from '../container.js';
import { type Listeners, openListeners } from '../listeners/listeners.js';
import { followService } from '../metrics/metrics.js';
import { endStorage } from '../service/serve.js';
import { servingOf } from '../service/serving.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { endAfter, type Signals, stopTimes } from '../signals.js';
import { MetricsOfAll } from './metrics-of-all.js';
import { tokenIn, tokenText } from './shared-token.js';
import type { PrimaryMessage, WorkerMessage, WorkerNotice } from './worker-messages.js';
import { WorkerPasswords } from './worker-passwords.js';

/** Milliseconds that a broadcast waits for the other workers. */
const maxWait = 1000;

const send = (message: WorkerMessage): void => void process.send?.(message);

class WorkerNotices {
  readonly #waiting = new Map<number, () => void>();
  #lastId = 0;

  /** Resolves when all others have applied the notice, or after `maxWait`. */
  spread(notice: WorkerNotice): Promise<void> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(end, maxWait);
      this.#waiting.set(id, end);
      send({ kind: 'spread', id, notice });
    });
  }

  end(id: number): void {
    this.#waiting.get(id)?.();
  }
}

function heed({ application }: Pick<Service, 'application'>, news: WorkerNotice): void {
  if (news.kind === 'tokenEnded') application.directory.forgetRevoked(news.digest);
  else if (news.kind === 'tokenShared') application.directory.noteUnstored(tokenIn(news.token));
  else application.readRouter?.received(news.writer);
}

/** Serves as one of several processes on one port. Ends on a stop signal or after the end of the primary process. */
export async function serveAsWorker(configuration: ServiceConfiguration, signals: Signals): Promise<void> {
  const own = new WorkerNotices();
  const passwords = new WorkerPasswords(send);
  const service = await assembleService(configuration, {
    revocations: {
      revokeEverywhere: (digest) => own.spread({ kind: 'tokenEnded', digest }),
      shareEverywhere: (token) => own.spread({ kind: 'tokenShared', token: tokenText(token) }),
    },
    announceWrites: (writer) => own.spread({ kind: 'writing', writer }),
    queuedPasswords: (hasher) => passwords.inTurn(hasher),
  });
  const state = { stopping: false };
  let stopFollowing = (): void => {};
  try {
    const texts = new MetricsOfAll(send);
    stopFollowing = followService(service, configuration);
    const serving = await servingOf(
      service,
      configuration,
      () => state.stopping,
      () => texts.read(),
    );
    const listeners = await openListeners(configuration, serving);
    const abandoned = new Promise<void>((resolve) => process.once('disconnect', resolve));
    process.on('message', (message: PrimaryMessage) => receive(message, { own, passwords, texts, service, listeners }));
    signals.onReload(async () => {}); // the primary process sends `reload`
    send({ kind: 'listening', urls: listeners.urls });
    await Promise.race([signals.stop, abandoned]);
    state.stopping = true;
    service.application.changes.end();
    const times = stopTimes(configuration.stopTimeout);
    endAfter(times.worker); // also after the end of the primary process, which kills this process
    await listeners.close(times.answers, () => endStorage(service));
    endStorage(service);
  } finally {
    stopFollowing();
    service.storage.close();
    await service.database.close();
  }
}

interface Hearing {
  readonly own: WorkerNotices;
  readonly passwords: WorkerPasswords;
  readonly texts: MetricsOfAll;
  readonly service: Service;
  readonly listeners: Listeners;
}

function receive(message: PrimaryMessage, { own, passwords, texts, service, listeners }: Hearing): void {
  if (message.kind === 'wasSpread') own.end(message.id);
  else if (message.kind === 'passwordTurn') passwords.begin(message.id);
  else if (message.kind === 'metricsText') texts.receive(message);
  else if (message.kind === 'metricsWanted') void serveMetrics(service, message.id);
  else if (message.kind === 'news') {
    heed(service, message.notice);
    send({ kind: 'received', id: message.id });
  } else {
    service.application.directory.forget();
    reloadCertificate(listeners, service.log);
  }
}

async function serveMetrics({ metrics }: Pick<Service, 'metrics'>, id: number): Promise<void> {
  send({ kind: 'metricsSent', id, snapshot: (await metrics?.snapshot()) ?? [] });
}

function reloadCertificate(listeners: Listeners, log: Log): void {
  try {
    listeners.reloadCertificate();
  } catch (error) {
    log.error('certificate not reloaded', { problem: error instanceof Error ? error.message : String(error) });
  }
}
