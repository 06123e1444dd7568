import type { BackupState } from '../../adapters/metrics/index.js';
import type { Service } from '../container.js';
import { type BackupSettings, ScheduledBackups } from './backups.js';
import { DnsRecordKeeping } from './dns.js';
import { EventSinkJob, type SinkSettings } from './event-sink.js';
import { Housekeeping } from './housekeeping.js';
import { ImportJob } from './imports.js';
import { NotificationJob } from './notifications.js';
import { ScanJob } from './scans.js';
import { DailyUsageRecording } from './usage-history.js';
import { webhookRunnerOf } from './webhooks.js';

/** Exactly one process of a service runs the jobs, also with several workers. */
export class BackgroundJobs {
  readonly #housekeeping: Housekeeping;
  readonly #webhooks: ReturnType<typeof webhookRunnerOf>;
  readonly #sink: EventSinkJob;
  readonly #scans: ScanJob;
  readonly #dns: DnsRecordKeeping;
  readonly #backups: ScheduledBackups;
  readonly #usageRecording: DailyUsageRecording;
  readonly #notifications: NotificationJob;
  readonly #imports: ImportJob;

  constructor(service: Service, configuration: BackupSettings & SinkSettings) {
    this.#housekeeping = new Housekeeping(service);
    this.#webhooks = webhookRunnerOf(service);
    this.#sink = new EventSinkJob(service, configuration);
    this.#scans = new ScanJob(service);
    this.#dns = new DnsRecordKeeping(service);
    this.#backups = new ScheduledBackups(service, configuration);
    this.#usageRecording = new DailyUsageRecording(service);
    this.#notifications = new NotificationJob(service);
    this.#imports = new ImportJob(service);
  }

  start(): void {
    this.#housekeeping.start();
    this.#webhooks.start();
    this.#sink.start();
    this.#scans.start();
    this.#dns.start();
    this.#backups.start();
    this.#usageRecording.start();
    this.#notifications.start();
    this.#imports.start();
  }

  get backupState(): BackupState | undefined {
    return this.#backups.state;
  }

  /** @param grace maximum wait for running jobs, in milliseconds */
  async stop(grace: number): Promise<void> {
    const others = Promise.all([
      ...[this.#housekeeping.stop(), this.#webhooks.stop(), this.#dns.stop(), this.#usageRecording.stop()],
      ...[this.#notifications.stop(), this.#imports.stop(), this.#sink.stop()],
    ]);
    await Promise.all([within(grace, others), this.#scans.stop(grace), this.#backups.stop(grace)]);
  }
}

const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds).unref())]);
