import { runScans, type ScanReport } from '../../application/scan/scan-run.js';
import type { Service } from '../services.js';
import { type Job, logged, onceIn, Rounds } from './rounds.js';

type JobContext = Pick<Service, 'application' | 'storage' | 'log' | 'tokens'>;

const importMs = 2000;
const importSweepMs = 3_600_000;

export function importJob(service: JobContext): Job {
  const { importRunner } = service.application;
  const isSweepDue = onceIn(importSweepMs);
  const rounds = new Rounds({
    firstMs: importMs,
    async round() {
      await importRunner.run();
      if (isSweepDue()) await importRunner.sweep();
      return importMs;
    },
    failed: logged(service, 'rows of an import not written', importMs),
  });
  return {
    start: () => rounds.start(),
    async stop() {
      const ended = rounds.stop();
      importRunner.stop();
      await ended;
      await importRunner.release().catch(() => {}); // the lease expires
    },
  };
}

const usageMs = { first: 5000, poll: 60_000, retry: 300_000 } as const;

/** Records the utilization once a day. Of all processes that share a database, the process with the lease of the day records it. */
export function usageRecordingJob(service: JobContext): Job {
  const { application, log } = service;
  return new Rounds({
    firstMs: usageMs.first,
    async round(isStopped) {
      const { usageRecording } = application;
      if (!(await usageRecording.isDue())) return usageMs.poll;
      const startedAt = performance.now();
      const record = await usageRecording.record(isStopped);
      if (record) log.info('utilization recorded', { ...record, seconds: Math.round(performance.now() - startedAt) / 1000 });
      return usageMs.poll;
    },
    failed: logged(service, 'utilization not recorded', usageMs.retry),
  });
}

const scanMs = { first: 1000, poll: 10_000, retry: 60_000 } as const;

/** A failed scan is retried after 60 s. Repetitions of the same failure are not logged. `stop` cancels the current step. */
export function scanJob(service: JobContext): Job {
  const { scanning } = service.application;
  const owner = service.tokens.create();
  let problem: string | undefined;
  const rounds = new Rounds({
    firstMs: scanMs.first,
    async round(isStopped) {
      const { enabled, intervalSeconds } = await scanning.settings();
      if (!enabled || intervalSeconds === 0) return scanMs.poll;
      const targets = await scanning.targets({ idleSeconds: intervalSeconds });
      const steps = {
        step: (id: number) => scanning.step(id, owner),
        release: (id: number) => scanning.release(id, owner),
      };
      const reports = await runScans(targets, steps, { isStopped });
      if (!isStopped() && reports.length > 0) problem = logScans(service, reports, problem);
      return problem === undefined ? Math.min(scanMs.poll, intervalSeconds * 500) : scanMs.retry;
    },
    failed: logged(service, 'scan failed', scanMs.retry),
  });
  return {
    start: () => rounds.start(),
    stop() {
      const ended = rounds.stop();
      scanning.stop();
      return ended;
    },
  };
}

/** @param before the problem of the previous scans @returns the problem of these scans */
function logScans({ log }: JobContext, reports: readonly ScanReport[], before: string | undefined): string | undefined {
  const done = reports.filter(({ state }) => state === 'done');
  if (done.length > 0) log.debug('scanned', { subnets: done.length });
  const failed = reports.find(({ state }) => state === 'failed');
  if (failed && failed.problem !== before) log.warn('scan failed', { subnet: failed.cidr, problem: failed.problem });
  if (!failed && before !== undefined) log.info('scans working again');
  return failed?.problem;
}
