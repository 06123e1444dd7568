import type { Service } from '../container.js';

/** How often what is outlived is cleared away, in milliseconds. */
const interval = 3_600_000;

/**
 * How often what is kept of usage follows what was written, when nobody asks for usage, and what is held no longer is freed, when
 * nobody needs it, in milliseconds.
 */
const shortInterval = 10_000;

/** Starts what the service does by itself now and then; a failure is logged, and tried again the next time. @returns stops it */
export function startHousekeeping({
  administration,
  application,
  storage,
  log,
}: Pick<Service, 'administration' | 'application' | 'storage' | 'log'>): () => void {
  const seldomDone: readonly (readonly [run: () => Promise<unknown>, whenItFails: string])[] = [
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
  const doAll = async (given: typeof seldomDone): Promise<void> => {
    for (const [run, whenItFails] of given) {
      try {
        await run();
      } catch (error) {
        if (!storage.note(error)) log.warn(whenItFails, { problem: messageOf(error) });
      }
    }
  };
  const oftenDone: readonly (readonly [run: () => Promise<unknown>, whenItFails: string])[] = [
    [() => application.subnets.followUsage(), 'what is kept of usage was not brought up to date'],
    [() => application.holdExpiry.sweep(), 'what is held no longer was not freed'],
  ];
  let isAtIt = false;
  const doOften = async (): Promise<void> => {
    if (isAtIt) return;
    isAtIt = true;
    await doAll(oftenDone);
    isAtIt = false;
  };
  const first = setTimeout(() => doAll(seldomDone), 60_000);
  const further = setInterval(() => doAll(seldomDone), interval);
  const often = setInterval(doOften, shortInterval);
  for (const timer of [first, further, often]) timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(further);
    clearInterval(often);
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
