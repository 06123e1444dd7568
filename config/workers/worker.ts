import type { Log } from '../../application/ports/environment.js';
import { reasonOf } from '../../application/ports/storage-error.js';
import type { UnstoredToken } from '../../domain/access/access-token.js';
import { assembleService } from '../container.js';
import { type Listeners, openListeners } from '../listeners/listeners.js';
import { followService } from '../metrics/metrics.js';
import { endStorage } from '../service/serve.js';
import { servingOf } from '../service/serving.js';
import type { Service } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { endAfter, type Signals, stopTimes } from '../signals.js';
import { PendingReplies, type PrimaryMessage, type WorkerMessage, type WorkerNotice } from './worker-messages.js';
import { WorkerPasswords } from './worker-passwords.js';

/** Milliseconds that a broadcast waits for the other workers. */
const maxNoticeWait = 1000;

/** Longer than the primary process waits for the metrics of one worker, in milliseconds. */
const maxMetricsWait = 3000;

const send = (message: WorkerMessage): void => void process.send?.(message);

const notices = new PendingReplies(maxNoticeWait);
const metricsTexts = new PendingReplies<string>(maxMetricsWait);

const spread = (notice: WorkerNotice): Promise<void> => notices.ask((id) => send({ kind: 'spread', id, notice }));

async function metricsOfAll(): Promise<string> {
  const text = await metricsTexts.ask((id) => send({ kind: 'metricsAsked', id }));
  if (text === undefined) throw new Error('the workers did not report their metrics in time');
  return text;
}

const timestamps: ReadonlySet<string> = new Set(['expires', 'created', 'lastUsed', 'proven']);

const tokenIn = (text: string): UnstoredToken =>
  JSON.parse(text, (name, value) => (timestamps.has(name) ? new Date(value) : value));

function heed({ application }: Pick<Service, 'application'>, news: WorkerNotice): void {
  if (news.kind === 'tokenEnded') application.directory.forgetRevoked(news.digest);
  else if (news.kind === 'tokenShared') application.directory.noteUnstored(tokenIn(news.token));
  else application.readRouter?.received(news.writer);
}

/** Serves as one of several processes on one port. Ends on a stop signal or after the end of the primary process. */
export async function serveAsWorker(configuration: ServiceConfiguration, signals: Signals): Promise<void> {
  const passwords = new WorkerPasswords(send);
  const service = await assembleService(configuration, {
    revocations: {
      revokeEverywhere: (digest) => spread({ kind: 'tokenEnded', digest }),
      shareEverywhere: (token) => spread({ kind: 'tokenShared', token: JSON.stringify(token) }),
    },
    announceWrites: (writer) => spread({ kind: 'writing', writer }),
    queuedPasswords: (hasher) => passwords.inTurn(hasher),
  });
  const state = { stopping: false };
  let stopFollowing = (): void => {};
  try {
    stopFollowing = followService(service, configuration);
    const serving = await servingOf(service, configuration, () => state.stopping, metricsOfAll);
    const listeners = await openListeners(configuration, serving);
    const abandoned = new Promise<void>((resolve) => process.once('disconnect', resolve));
    process.on('message', (message: PrimaryMessage) => receive(message, { passwords, service, listeners }));
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
  readonly passwords: WorkerPasswords;
  readonly service: Service;
  readonly listeners: Listeners;
}

function receive(message: PrimaryMessage, { passwords, service, listeners }: Hearing): void {
  if (message.kind === 'wasSpread') notices.receive(message.id);
  else if (message.kind === 'passwordTurn') passwords.begin(message.id);
  else if (message.kind === 'metricsText') metricsTexts.receive(message.id, message.text);
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
    log.error('certificate not reloaded', { problem: reasonOf(error) });
  }
}
