import { reasonOf } from '../../application/ports/storage-error.js';
import type { Service } from '../services.js';
import { type Job, Rounds } from './rounds.js';

const firstCleanupMs = 60_000;
const cleanupMs = 3_600_000;

/** Interval of usage updates and of the release of expired holds. Requests also trigger both. */
const updateMs = 10_000;

type JobContext = Pick<Service, 'administration' | 'application' | 'storage' | 'log'>;

type Chore = readonly [run: () => Promise<unknown>, whenItFails: string];

/** Failures are logged and retried after the next interval. */
export function housekeepingJobs(service: JobContext): readonly Job[] {
  const { administration, application, log } = service;
  const pruneHistory = async (): Promise<void> => {
    const deleted = await administration.pruneChangeLog();
    if (deleted > 0) log.info('change history pruned', { deleted });
  };
  return [
    choreJob(service, firstCleanupMs, cleanupMs, [
      [pruneHistory, 'change history not pruned'],
      [() => administration.sweepRequestNonces(), 'expired nonces not deleted'],
      [() => administration.forgetFreedAddresses(), 'old records of freed addresses not deleted'],
      [() => application.rateLimiter.sweep(), 'expired rate limit counts not deleted'],
      [() => application.oauthClients.sweep(), 'expired OAuth grants not deleted'],
      [() => application.repeats.sweep(), 'expired idempotency answers not deleted'],
    ]),
    choreJob(service, updateMs, updateMs, [
      [() => application.subnets.followUsage(), 'usage counts not updated'],
      [() => application.holdExpiry.sweep(), 'expired holds not released'],
      [() => application.requests.sweep(), 'expired requests not closed'],
    ]),
  ];
}

function choreJob({ storage, log }: JobContext, firstMs: number, intervalMs: number, chores: readonly Chore[]): Job {
  return new Rounds({
    firstMs,
    async round(isStopped) {
      for (const [run, whenItFails] of chores) {
        if (isStopped()) break;
        try {
          await run();
        } catch (error) {
          if (!isStopped() && !storage.note(error)) log.warn(whenItFails, { problem: reasonOf(error) });
        }
      }
      return intervalMs;
    },
    failed: () => intervalMs,
  });
}
