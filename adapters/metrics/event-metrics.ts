import type { MailFailureScope } from '../../application/ports/mailer.js';
import type { Observer, ScanFailure } from '../../application/ports/observer.js';
import type { Instruments } from './instruments.js';

/** Histogram buckets in seconds, for durations of storage reads up to timeouts. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10];
const shortSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10];
const gatheringSeconds = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];
const scanSeconds = [1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400];
const batchSizes = [1, 2, 4, 8, 16, 32, 64];

const scanFailures: readonly ScanFailure[] = ['missing', 'forbidden', 'late', 'broken', 'refused'];
const mailFailureScopes: readonly MailFailureScope[] = ['refused', 'deferred', 'all'];

export const eventMetrics = (instruments: Instruments): Observer => ({
  ...requestMetrics(instruments),
  ...databaseMetrics(instruments),
  ...allocationMetrics(instruments),
  ...scanMetrics(instruments),
  ...mailMetrics(instruments),
});

function requestMetrics(instruments: Instruments): Observer {
  const durations = instruments.histogram(
    'hexipam_http_request_duration_seconds',
    'Duration of requests until the answer was sent, without event streams',
    seconds,
    ...(['method', 'route', 'status'] as const),
  );
  const streams = instruments.counter('hexipam_http_streams_total', 'Event streams of changes that have ended', 'status');
  const cutOff = instruments.counter('hexipam_http_cut_off_total', 'Requests whose answer was not sent completely');
  const defects = instruments.counter(
    'hexipam_http_defects_total',
    'Requests that failed because of an unexpected error; the log entry is: request failed',
  );
  const signInBlocks = instruments.counter(
    'hexipam_sign_in_blocks_total',
    'Blocks of clients and user names after failed sign-ins',
    'by',
  );
  const durationsOf = remembered((route: string) =>
    remembered((method: string) => remembered((status: number) => durations.labels(method, route, String(status)))),
  );
  return {
    requestEnded: ({ route = 'none', method, status, milliseconds, isStream, isCutOff, isDefect }) => {
      if (isStream) streams.inc({ status });
      else durationsOf(route)(method)(status).observe(milliseconds / 1000);
      if (isCutOff && !isStream) cutOff.inc();
      if (isDefect) defects.inc();
    },
    signInBlocked: (by) => signInBlocks.inc({ by }),
  };
}

/** Caches the results of a function by key, without a limit: for few keys, such as label values. */
function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    values.set(key, value);
    return value;
  };
}

function databaseMetrics(instruments: Instruments): Observer {
  const statements = instruments.histogram(
    'hexipam_database_statement_duration_seconds',
    'Duration of statements from sending to the answer of the database',
    shortSeconds,
    'pool',
  );
  const failures = instruments.counter(
    'hexipam_database_statement_failures_total',
    'Statements that the database refused or did not answer',
    'pool',
  );
  const units = instruments.histogram(
    'hexipam_unit_of_work_duration_seconds',
    'Duration of units of work with all attempts, by outcome',
    seconds,
    'outcome',
  );
  const retries = instruments.counter('hexipam_retries_total', 'Units of work that started again, by reason', 'reason');
  const statementsOf = remembered((pool: string) => statements.labels(pool));
  for (const reason of ['outdated', 'conflict', 'connection', 'row'] as const) retries.inc({ reason }, 0);
  return {
    statementEnded: (pool, milliseconds, failed) => {
      statementsOf(pool).observe(milliseconds / 1000);
      if (failed) failures.inc({ pool });
    },
    unitOfWorkEnded: (outcome, milliseconds) => units.observe({ outcome }, milliseconds / 1000),
    retried: (reason) => retries.inc({ reason }),
  };
}

function allocationMetrics(instruments: Instruments): Observer {
  const allocations = instruments.counter(
    'hexipam_allocations_total',
    'Next free addresses and networks that were allocated',
    'kind',
  );
  const batches = instruments.histogram(
    'hexipam_batch_size',
    'Number of requests for the next free address or network that shared a unit of work',
    batchSizes,
    'kind',
  );
  const gathered = instruments.histogram(
    'hexipam_free_range_build_duration_seconds',
    'Duration of collecting the free ranges of a subnet at the first request for them',
    gatheringSeconds,
    'kind',
  );
  for (const kind of ['address', 'subnet'] as const) allocations.inc({ kind }, 0);
  return {
    allocated: (kind, count) => allocations.inc({ kind }, count),
    batchEnded: (kind, size) => batches.observe({ kind }, size),
    gapsGathered: (kind, milliseconds) => gathered.observe({ kind }, milliseconds / 1000),
  };
}

function scanMetrics(instruments: Instruments): Observer {
  const durations = instruments.histogram(
    'hexipam_scan_duration_seconds',
    'Duration of complete scans of networks, including interruptions',
    scanSeconds,
  );
  const failed = instruments.counter(
    'hexipam_scan_failures_total',
    'Scans of networks that failed and are tried again later, by reason',
    'reason',
  );
  const last = instruments.gauge(
    'hexipam_scan_last_timestamp_seconds',
    'End of the last complete scan of a network, in seconds since 1970; 0: none since the start',
    'max',
  );
  for (const reason of scanFailures) failed.inc({ reason }, 0);
  const probed = instruments.counter('hexipam_scan_probed_total', 'Addresses that scans have probed');
  const online = instruments.counter('hexipam_scan_online_total', 'Addresses that answered when scans probed them');
  const added = instruments.counter('hexipam_scan_added_total', 'Addresses that scans have found and added');
  const changed = instruments.counter('hexipam_scan_tags_changed_total', 'Addresses whose tags scans have changed');
  return {
    hostsProbed: (counts) => {
      probed.inc(counts.probed);
      online.inc(counts.online);
      added.inc(counts.added);
      changed.inc(counts.changed);
    },
    scanEnded: (milliseconds) => {
      durations.observe(milliseconds / 1000);
      last.setToCurrentTime();
    },
    scanFailed: (reason) => failed.inc({ reason }),
  };
}

function mailMetrics(instruments: Instruments): Observer {
  const sent = instruments.counter('hexipam_mails_sent_total', 'Mails with notifications that the mail server has accepted');
  const failed = instruments.counter(
    'hexipam_mail_failures_total',
    'Attempts to send a mail with notifications that failed',
    'scope',
  );
  for (const scope of mailFailureScopes) failed.inc({ scope }, 0);
  return { mailSent: () => sent.inc(), mailFailed: (scope) => failed.inc({ scope }) };
}
