import type { Service } from '../container.js';

/** How often what is outlived is cleared away, in milliseconds. */
const interval = 3_600_000;

/** How often what is kept of usage follows what was written, when nobody asks for usage, in milliseconds. */
const usageInterval = 10_000;

/** Starts what the service does by itself now and then; a failure is logged, and tried again the next time. @returns stops it */
export function startHousekeeping({
  administration,
  application,
  storage,
  log,
}: Pick<Service, 'administration' | 'application' | 'storage' | 'log'>): () => void {
  const chores: readonly (readonly [run: () => Promise<unknown>, whenItFails: string])[] = [
    [
      async () => {
        const deleted = await administration.pruneChangeLog();
        if (deleted > 0) log.info('shortened the history of changes', { deleted });
      },
      'the history of changes was not shortened',
    ],
    [() => administration.sweepRequestNonces(), 'nonces that are remembered no longer were not deleted'],
    [() => administration.forgetFreedAddresses(), 'when addresses were freed long ago was not forgotten'],
    [() => application.repeats.sweep(), 'answers that are given again no longer were not deleted'],
  ];
  const prune = async (): Promise<void> => {
    for (const [run, whenItFails] of chores) {
      try {
        await run();
      } catch (error) {
        if (!storage.note(error)) log.warn(whenItFails, { problem: messageOf(error) });
      }
    }
  };
  let follows = false;
  const followUsage = async (): Promise<void> => {
    if (follows) return;
    follows = true;
    try {
      await application.subnets.followUsage();
    } catch (error) {
      if (!storage.note(error)) log.warn('what is kept of usage was not brought up to date', { problem: messageOf(error) });
    }
    follows = false;
  };
  const first = setTimeout(prune, 60_000);
  const further = setInterval(prune, interval);
  const usage = setInterval(followUsage, usageInterval);
  for (const timer of [first, further, usage]) timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(further);
    clearInterval(usage);
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
