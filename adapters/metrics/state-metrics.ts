import { Gauge, type Registry } from 'prom-client';
import type { ConnectionUse, ReadReplica } from '../../application/ports/database.js';
import type { FollowerState } from '../../application/ports/feed.js';
import type { Utilisation } from '../../application/utilisation.js';

/** The change feed and its followers. */
export interface FeedState {
  /** The id of the last entry. */
  readonly last: number;
  readonly followers: readonly FollowerState[];
}

export interface BackupState {
  /** Start of the last successful backup, in seconds since 1970; 0 without one. */
  readonly lastSuccess: number;
  /** Size of the last successful backup in bytes. */
  readonly bytes: number;
  /** Duration of this process's last backup in seconds; 0 without one. */
  readonly seconds: number;
  /** Number of failed backups since the start. */
  readonly failures: number;
}

export interface MailState {
  /** Notices that wait for their digest. */
  readonly notices: number;
  readonly mails: number;
  /** Mails with failed attempts. */
  readonly failing: number;
  /** Time at which the oldest notice was queued, even if it is part of a mail; null without notices. */
  readonly oldest: Date | null;
}

/** The state of the service, read on each scrape; all methods must be fast. */
export interface ServiceState {
  connections(): readonly ConnectionUse[];
  /** The read replica; undefined if none is configured. */
  replica(): Pick<ReadReplica, 'isUsable' | 'lag'> | undefined;
  /** Whether the storage is available, and the number of its failures. */
  storage(): { readonly works: boolean; readonly failures: number };
  /** The latest measurement; undefined before the first one, or if another process reads the feed. */
  feed(): FeedState | undefined;
  /** The latest measurement. */
  utilisation(): readonly Utilisation[];
  /** Undefined if this process creates no backups. */
  backups(): BackupState | undefined;
  /** The latest state of the mail queue; undefined before the first reading, or if another process reads the queue. */
  mails(): MailState | undefined;
}

/** Metrics of the service's state, read on each scrape. */
export function stateMetrics(registry: Registry, state: ServiceState): void {
  connectionMetrics(registry, state);
  storageMetrics(registry, state);
  if (state.replica()) replicaMetrics(registry, state);
  feedMetrics(registry, state);
  utilisationMetrics(registry, state);
  backupMetrics(registry, state);
  mailQueueMetrics(registry, state);
}

function connectionMetrics(registry: Registry, { connections }: ServiceState): void {
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    values: (use: ConnectionUse) => readonly [string[], number][],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        for (const use of connections()) for (const [labels, value] of values(use)) this.labels(...labels).set(value);
      },
    });
  gauge('hexipam_database_connections', 'Connections to the database', ['pool', 'state'], ({ pool, lent, idle, opening }) => [
    [[pool, 'lent'], lent],
    [[pool, 'idle'], idle],
    [[pool, 'opening'], opening],
  ]);
  gauge('hexipam_database_connections_max', 'Maximum number of connections to the database', ['pool'], ({ pool, max }) => [
    [[pool], max],
  ]);
  gauge('hexipam_database_waiting', 'Callers that wait for a connection', ['pool'], ({ pool, waiting }) => [[[pool], waiting]]);
}

function storageMetrics(registry: Registry, { storage }: ServiceState): void {
  new Gauge({
    name: 'hexipam_storage_works',
    help: '1: the database works; 0: it fails',
    registers: [registry],
    aggregator: 'min',
    collect() {
      this.set(storage().works ? 1 : 0);
    },
  });
  new Gauge({
    name: 'hexipam_storage_failures',
    help: 'Requests and housekeeping runs that failed because of the database since the start',
    registers: [registry],
    collect() {
      this.set(storage().failures);
    },
  });
}

function replicaMetrics(registry: Registry, { replica }: ServiceState): void {
  new Gauge({
    name: 'hexipam_replica_works',
    help: '1: reads use the replica; 0: no reads use it',
    registers: [registry],
    aggregator: 'min',
    collect() {
      this.set(replica()?.isUsable ? 1 : 0);
    },
  });
  new Gauge({
    name: 'hexipam_replica_lag_seconds',
    help: 'Upper bound of the lag of the replica, even if no reads use it; absent while the lag is unknown',
    registers: [registry],
    aggregator: 'max',
    collect() {
      const lag = replica()?.lag;
      if (lag === undefined) this.remove();
      else this.set(lag);
    },
  });
}

function feedMetrics(registry: Registry, { feed }: ServiceState): void {
  new Gauge({
    name: 'hexipam_feed_position',
    help: 'Id of the last entry of the change feed',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(feed()?.last ?? 0);
    },
  });
  const ofFollowers = (name: string, help: string, read: (follower: FollowerState, last: number) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['follower'],
      registers: [registry],
      aggregator: 'max',
      collect() {
        this.reset();
        const { last = 0, followers = [] } = feed() ?? {};
        for (const follower of followers) this.set({ follower: follower.name }, read(follower, last));
      },
    });
  ofFollowers(
    'hexipam_follower_position',
    'Id of the last entry of the change feed that a follower has processed',
    ({ position }) => position,
  );
  ofFollowers(
    'hexipam_follower_lag_entries',
    'Entries of the change feed that a follower has not yet processed',
    ({ position }, last) => Math.max(0, last - position),
  );
  ofFollowers('hexipam_follower_failures', 'Consecutive failures of a follower', ({ failures }) => failures);
}

function utilisationMetrics(registry: Registry, { utilisation }: ServiceState): void {
  new Gauge({
    name: 'hexipam_subnet_utilisation_ratio',
    help: 'Utilization of a network, from 0 to 1',
    labelNames: ['subnet_id', 'section_id', 'prefix'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.reset();
      for (const { subnetId, sectionId, prefix, share } of utilisation())
        this.set({ subnet_id: subnetId, section_id: sectionId, prefix: String(prefix) }, share);
    },
  });
}

function backupMetrics(registry: Registry, { backups }: ServiceState): void {
  const gauge = (name: string, help: string, read: (state: BackupState) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: 'max',
      collect() {
        const state = backups();
        if (state === undefined) this.remove();
        else this.set(read(state));
      },
    });
  gauge(
    'hexipam_backup_last_success_timestamp_seconds',
    'Start of the last successful scheduled backup, in seconds since 1970; 0: none yet; absent without scheduled backups',
    ({ lastSuccess }) => lastSuccess,
  );
  gauge('hexipam_backup_size_bytes', 'Size of the file of the last successful backup', ({ bytes }) => bytes);
  gauge('hexipam_backup_duration_seconds', 'Duration of the last backup since the start', ({ seconds }) => seconds);
  gauge('hexipam_backup_failures', 'Failed backups since the start', ({ failures }) => failures);
}

function mailQueueMetrics(registry: Registry, { mails }: ServiceState): void {
  const gauge = (name: string, help: string, read: (state: MailState) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: 'max',
      collect() {
        const state = mails();
        const value = state && read(state);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  gauge('hexipam_mail_queued_notices', 'Notices that wait for their digest', ({ notices }) => notices);
  gauge('hexipam_mail_queued_mails', 'Mails that are not sent yet', ({ mails: queued }) => queued);
  gauge('hexipam_mail_failing_mails', 'Mails that are not sent yet, with failed attempts', ({ failing }) => failing);
  gauge(
    'hexipam_mail_oldest_timestamp_seconds',
    'Time at which the oldest unsent notice was queued, in seconds since 1970; absent without unsent notices',
    ({ oldest }) => (oldest ? oldest.getTime() / 1000 : undefined),
  );
}
