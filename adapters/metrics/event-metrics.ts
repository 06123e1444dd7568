import { Counter, Histogram, type Registry } from 'prom-client';
import type { Observer } from '../../application/ports/observer.js';
import { mailMetrics } from './mail-metrics.js';
import { scanMetrics } from './scan-metrics.js';

/** Histogram buckets in seconds, for durations of storage reads up to timeouts. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10];
const shortSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10];

export function eventMetrics(registry: Registry): Observer {
  return {
    ...requestMetrics(registry),
    ...databaseMetrics(registry),
    ...allocationMetrics(registry),
    ...scanMetrics(registry),
    ...mailMetrics(registry),
  };
}

function requestMetrics(registry: Registry): Observer {
  const durations = new Histogram({
    name: 'hexipam_http_request_duration_seconds',
    help: 'Duration of requests until the answer was sent, without event streams',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [registry],
  });
  const streams = new Counter({
    name: 'hexipam_http_streams_total',
    help: 'Event streams of changes that have ended',
    labelNames: ['status'],
    registers: [registry],
  });
  const cutOff = new Counter({
    name: 'hexipam_http_cut_off_total',
    help: 'Requests whose answer was not sent completely',
    registers: [registry],
  });
  const defects = new Counter({
    name: 'hexipam_http_defects_total',
    help: 'Requests that failed because of an unexpected error; the log entry is: request failed',
    registers: [registry],
  });
  const signInBlocks = new Counter({
    name: 'hexipam_sign_in_blocks_total',
    help: 'Blocks of clients and user names after failed sign-ins',
    labelNames: ['by'],
    registers: [registry],
  });
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

function databaseMetrics(registry: Registry): Observer {
  const statements = new Histogram({
    name: 'hexipam_database_statement_duration_seconds',
    help: 'Duration of statements from sending to the answer of the database',
    labelNames: ['pool'],
    buckets: shortSeconds,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'hexipam_database_statement_failures_total',
    help: 'Statements that the database refused or did not answer',
    labelNames: ['pool'],
    registers: [registry],
  });
  const units = new Histogram({
    name: 'hexipam_unit_of_work_duration_seconds',
    help: 'Duration of units of work with all attempts, by outcome',
    labelNames: ['outcome'],
    buckets: seconds,
    registers: [registry],
  });
  const retries = new Counter({
    name: 'hexipam_retries_total',
    help: 'Units of work that started again, by reason',
    labelNames: ['reason'],
    registers: [registry],
  });
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

function allocationMetrics(registry: Registry): Observer {
  const allocations = new Counter({
    name: 'hexipam_allocations_total',
    help: 'Next free addresses and networks that were allocated',
    labelNames: ['kind'],
    registers: [registry],
  });
  const batches = new Histogram({
    name: 'hexipam_batch_size',
    help: 'Number of requests for the next free address or network that shared a unit of work',
    labelNames: ['kind'],
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers: [registry],
  });
  const gathered = new Histogram({
    name: 'hexipam_free_range_build_duration_seconds',
    help: 'Duration of collecting the free ranges of a subnet at the first request for them',
    labelNames: ['kind'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers: [registry],
  });
  for (const kind of ['address', 'subnet'] as const) allocations.inc({ kind }, 0);
  return {
    allocated: (kind, count) => allocations.inc({ kind }, count),
    batchEnded: (kind, size) => batches.observe({ kind }, size),
    gapsGathered: (kind, milliseconds) => gathered.observe({ kind }, milliseconds / 1000),
  };
}
