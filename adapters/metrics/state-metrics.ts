import type { ConnectionUse, ReadReplica } from '../../application/ports/database.js';
import type { FollowerState } from '../../application/ports/feed.js';
import type { Utilisation } from '../../application/utilisation.js';
import type { Instruments } from './instruments.js';

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
export function stateMetrics(instruments: Instruments, state: ServiceState): void {
  connectionMetrics(instruments, state);
  storageMetrics(instruments, state);
  if (state.replica()) replicaMetrics(instruments, state);
  feedMetrics(instruments, state);
  utilisationMetrics(instruments, state);
  backupMetrics(instruments, state);
  mailQueueMetrics(instruments, state);
}

function connectionMetrics(instruments: Instruments, { connections }: ServiceState): void {
  instruments.states('hexipam_database_connections', 'Connections to the database', 'sum', ['pool', 'state'], () =>
    connections().flatMap(({ pool, ...counts }) =>
      (['lent', 'idle', 'opening'] as const).map((state) => [{ pool, state }, counts[state]] as const),
    ),
  );
  const ofPools = (name: string, help: string, read: (use: ConnectionUse) => number): void =>
    instruments.states(name, help, 'sum', ['pool'], () => connections().map((use) => [{ pool: use.pool }, read(use)]));
  ofPools('hexipam_database_connections_max', 'Maximum number of connections to the database', ({ max }) => max);
  ofPools('hexipam_database_waiting', 'Callers that wait for a connection', ({ waiting }) => waiting);
}

function storageMetrics(instruments: Instruments, { storage }: ServiceState): void {
  instruments.state('hexipam_storage_works', '1: the database works; 0: it fails', 'min', () => (storage().works ? 1 : 0));
  instruments.state(
    'hexipam_storage_failures',
    'Requests and housekeeping runs that failed because of the database since the start',
    'sum',
    () => storage().failures,
  );
}

function replicaMetrics(instruments: Instruments, { replica }: ServiceState): void {
  instruments.state('hexipam_replica_works', '1: reads use the replica; 0: no reads use it', 'min', () =>
    replica()?.isUsable ? 1 : 0,
  );
  instruments.state(
    'hexipam_replica_lag_seconds',
    'Upper bound of the lag of the replica, even if no reads use it; absent while the lag is unknown',
    'max',
    () => replica()?.lag,
  );
}

function feedMetrics(instruments: Instruments, { feed }: ServiceState): void {
  instruments.state('hexipam_feed_position', 'Id of the last entry of the change feed', 'max', () => feed()?.last ?? 0);
  const ofFollowers = (name: string, help: string, read: (follower: FollowerState, last: number) => number): void =>
    instruments.states(name, help, 'max', ['follower'], () => {
      const { last = 0, followers = [] } = feed() ?? {};
      return followers.map((follower) => [{ follower: follower.name }, read(follower, last)]);
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

const utilisationMetrics = (instruments: Instruments, { utilisation }: ServiceState): void =>
  instruments.states(
    'hexipam_subnet_utilisation_ratio',
    'Utilization of a network, from 0 to 1',
    'max',
    ['subnet_id', 'section_id', 'prefix'],
    () =>
      utilisation().map(({ subnetId, sectionId, prefix, share }) => [
        { subnet_id: subnetId, section_id: sectionId, prefix: String(prefix) },
        share,
      ]),
  );

function backupMetrics(instruments: Instruments, { backups }: ServiceState): void {
  const gauge = (name: string, help: string, read: (state: BackupState | undefined) => number | undefined): void =>
    instruments.state(name, help, 'max', () => read(backups()));
  gauge(
    'hexipam_backup_last_success_timestamp_seconds',
    'Start of the last successful scheduled backup, in seconds since 1970; 0: none yet; absent without scheduled backups',
    (state) => state?.lastSuccess,
  );
  gauge('hexipam_backup_size_bytes', 'Size of the file of the last successful backup', (state) => state?.bytes);
  gauge('hexipam_backup_duration_seconds', 'Duration of the last backup since the start', (state) => state?.seconds);
  gauge('hexipam_backup_failures', 'Failed backups since the start', (state) => state?.failures);
}

function mailQueueMetrics(instruments: Instruments, { mails }: ServiceState): void {
  const gauge = (name: string, help: string, read: (state: MailState | undefined) => number | undefined): void =>
    instruments.state(name, help, 'max', () => read(mails()));
  gauge('hexipam_mail_queued_notices', 'Notices that wait for their digest', (state) => state?.notices);
  gauge('hexipam_mail_queued_mails', 'Mails that are not sent yet', (state) => state?.mails);
  gauge('hexipam_mail_failing_mails', 'Mails that are not sent yet, with failed attempts', (state) => state?.failing);
  gauge(
    'hexipam_mail_oldest_timestamp_seconds',
    'Time at which the oldest unsent notice was queued, in seconds since 1970; absent without unsent notices',
    (state) => (state?.oldest ? state.oldest.getTime() / 1000 : undefined),
  );
}
