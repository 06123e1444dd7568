import { archiveTexts, rowCount } from '../../adapters/archive/index.js';
import type { BackupState } from '../../adapters/metrics/index.js';
import { leaseFollower } from '../../application/changes/feed/following.js';
import type { FollowerState } from '../../application/ports/feed.js';
import { reasonOf } from '../../application/ports/storage-error.js';
import { retryDelayAfter } from '../../domain/changes/retry.js';
import { type BackupFile, type BackupStore, backupName, lastDue, removeAllBut } from '../backups/backup-store.js';
import { backupStoreAt } from '../backups/locations.js';
import type { Service } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { type Job, Rounds } from './rounds.js';

export type BackupSettings = Pick<ServiceConfiguration, 'backups' | 's3'>;

type JobContext = Pick<Service, 'application' | 'database' | 'log' | 'tokens'>;

/** The process with the lease of this follower creates the backups. The position is the last change in a backup. */
const followerName = 'backup';

const leaseSeconds = 120;
const renewalMs = 30_000;
const firstPollMs = 1000;
const maxRetryMs = 3_600_000;

/** Creates backups in the process with the lease. A backup missed during a stop is created at the next start. */
export class ScheduledBackups implements Job {
  readonly #context: JobContext;
  readonly #configuration: BackupSettings;
  readonly #holder: string;
  readonly #stop = new AbortController();
  #rounds: Rounds | undefined;
  #forgetting: Promise<void> = Promise.resolve();
  #state: BackupState | undefined;
  #announced = 0;

  constructor(context: JobContext, configuration: BackupSettings) {
    this.#context = context;
    this.#configuration = configuration;
    this.#holder = context.tokens.create();
  }

  /** Undefined if this process creates no backups. */
  get state(): BackupState | undefined {
    return this.#state;
  }

  start(): void {
    const { location } = this.#configuration.backups;
    if (location === null) {
      this.#forgetting = this.#forget().catch(() => {}); // the next start removes the follower
      return;
    }
    this.#state = { lastSuccess: 0, bytes: 0, seconds: 0, failures: 0 };
    const opening = backupStoreAt(location, this.#configuration);
    this.#rounds = new Rounds({
      firstMs: firstPollMs,
      round: async () => this.#look(await opening),
      failed: (error) => {
        this.#context.log.warn('backups not scheduled', { problem: reasonOf(error) });
        return renewalMs;
      },
    });
    this.#rounds.start();
  }

  /** Aborts the current backup, removes its file, and releases the lease. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the service stops'));
    await Promise.all([this.#rounds?.stop(), this.#forgetting]);
    await this.#release().catch(() => {}); // the lease expires
  }

  /** Returns the milliseconds until the next poll. */
  async #look(store: BackupStore): Promise<number> {
    const leader = await this.#lease();
    const files = await store.list().catch(() => []); // an unreadable location fails the backup
    const newest = files.at(-1);
    if (newest) this.#note({ lastSuccess: newest.at.getTime() / 1000, bytes: newest.bytes });
    if (newest && leader) await this.#announce(newest.at);
    return leader && this.#isDue(newest) ? this.#backUp(store, leader) : renewalMs;
  }

  /**
   * Stores the time of the newest backup. The alarm for a late backup needs this time, even when no process creates backups
   * anymore. If it cannot be stored, backups are created nevertheless.
   */
  async #announce(newest: Date): Promise<void> {
    if (this.#announced === newest.getTime()) return;
    const work = this.#context.application.alarms.backupMade(newest).then(() => newest.getTime());
    this.#announced = await work.catch(() => this.#announced);
  }

  #isDue(newest: BackupFile | undefined): boolean {
    return newest === undefined || newest.at < lastDue(this.#configuration.backups.times, new Date());
  }

  async #backUp(store: BackupStore, leader: FollowerState): Promise<number> {
    const renewal = setInterval(() => void this.#lease().catch(() => {}), renewalMs);
    try {
      const position = await this.#context.application.changeFeed.end();
      await this.#write(store);
      await this.#save({ ...leader, position, failures: 0 });
      return renewalMs;
    } catch (error) {
      if (this.#stop.signal.aborted) return renewalMs;
      const failures = leader.failures + 1;
      this.#context.log.error('backup failed', { failures, problem: reasonOf(error) });
      this.#note({ failures: (this.#state?.failures ?? 0) + 1 });
      await this.#save({ ...leader, failures });
      await this.#context.application.alarms.backupFailed(reasonOf(error)).catch(() => {}); // the storage has failed too
      return Math.max(renewalMs, retryDelayAfter(failures, Math.random(), maxRetryMs));
    } finally {
      clearInterval(renewal);
    }
  }

  async #write(store: BackupStore): Promise<void> {
    const { database, log } = this.#context;
    const { recipients, keep } = this.#configuration.backups;
    const begin = new Date();
    await store.prepare();
    if (!this.#isDue((await store.list()).at(-1))) return; // the location was unreadable before
    const name = backupName(begin, recipients.length > 0);
    if (!database.archive) throw new Error('this storage does not support backups');
    const rows = await database.archive.snapshot(async (taken) => {
      await store.write(name, archiveTexts(taken), { recipients, signal: this.#stop.signal });
      return rowCount(taken.head);
    });
    const removed = await removeAllBut(keep, store);
    const bytes = (await store.list()).at(-1)?.bytes ?? 0;
    const seconds = (Date.now() - begin.getTime()) / 1000;
    this.#note({ lastSuccess: begin.getTime() / 1000, bytes, seconds });
    log.info('backup written and read back', { file: name, rows, bytes, seconds, removed: removed.length });
  }

  #note(facts: Partial<BackupState>): void {
    if (this.#state) this.#state = { ...this.#state, ...facts };
  }

  /** Acquires or renews the lease. Undefined while another process has the lease. */
  #lease(): Promise<FollowerState | undefined> {
    const { database, application } = this.#context;
    const lease = { name: followerName, holder: this.#holder, seconds: leaseSeconds };
    return leaseFollower(database.unitOfWork, lease, () => application.changeFeed.end());
  }

  #save(state: FollowerState): Promise<boolean> {
    return this.#context.database.unitOfWork.run(({ feed }) => feed.save(state, this.#holder));
  }

  async #release(): Promise<void> {
    if (this.#state) await this.#context.database.unitOfWork.run(({ feed }) => feed.release(followerName, this.#holder));
  }

  /** Removes the follower unless another process creates backups. */
  async #forget(): Promise<void> {
    const isForgotten = await this.#context.database.unitOfWork.run(async ({ feed }) => {
      if (!(await feed.lease(followerName, this.#holder, 1))) return false;
      await feed.removeFollower(followerName);
      return true;
    });
    if (isForgotten) await this.#context.application.alarms.backupsEnded();
  }
}
