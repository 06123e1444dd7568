import type { BackupState } from '../../adapters/metrics/index.js';
import type { Service } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { type BackupSettings, ScheduledBackups } from './backups.js';
import { dnsJob, eventSinkJob, webhookJob } from './followers.js';
import { housekeepingJobs } from './housekeeping.js';
import { NotificationJob } from './notifications.js';
import { type Job, within } from './rounds.js';
import { importJob, scanJob, usageRecordingJob } from './use-case-jobs.js';

/** Exactly one process of a service runs the jobs, also with several workers. */
export class BackgroundJobs {
  readonly #backups: ScheduledBackups;
  readonly #jobs: readonly Job[];

  constructor(service: Service, configuration: BackupSettings & Pick<ServiceConfiguration, 'sink'>) {
    this.#backups = new ScheduledBackups(service, configuration);
    this.#jobs = [
      ...housekeepingJobs(service),
      webhookJob(service),
      eventSinkJob(service, configuration),
      scanJob(service),
      dnsJob(service),
      this.#backups,
      usageRecordingJob(service),
      new NotificationJob(service),
      importJob(service),
    ];
  }

  start(): void {
    for (const job of this.#jobs) job.start();
  }

  get backupState(): BackupState | undefined {
    return this.#backups.state;
  }

  /** @param grace maximum wait for running jobs, in milliseconds */
  async stop(grace: number): Promise<void> {
    await within(grace, Promise.all(this.#jobs.map((job) => job.stop())));
  }
}
