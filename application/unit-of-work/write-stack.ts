import { IpamError } from '../../domain/errors.js';
import type { Observer, UnitOutcome } from '../ports/observer.js';
import { StorageError } from '../ports/storage-error.js';
import { UndoneWork, type UnitOfWork } from '../ports/unit-of-work.js';
import type { CommitSignal } from './commit-signal.js';
import { EndingUnitOfWork } from './ending-unit-of-work.js';
import { OutdatedRead } from './optimistic-retry.js';

/*
 * A write passes these steps from the top to the bottom; its result passes them from the bottom to the top. The steps are
 * composed in four places, because their arguments exist at different times.
 *
 * For each request, in adapters/http/pipeline/steps/dispatch.ts, because they depend on its method and headers:
 *  1. SerializedWrites: waits for the lease of the application, if it runs one write at a time
 *  2. ReadRouter: later reads of the caller use the primary until the replica has replayed the write
 *  3. IdempotentRequests: returns the stored answer of a request whose key was answered before
 *
 * In each method of a use-case, which calls the steps that it needs. An allocation reads nothing before the
 * lock and omits step 4. A batch stores its answers by rememberAll and omits step 6:
 *  4. retryWhileOutdated: runs again if a read before the lock is outdated
 *  5. RequestBatcher: runs the requests for one record that arrive together in one unit of work
 *  6. runFor: rolls a dry run back; stores the answer of a request with a key
 *
 * For each process, by the functions below. use-cases.ts calls announcedUnits twice: administrative writes also clear the
 * cached directory. config/ calls processUnits once for the storage, because it ends the units of work when the process stops:
 *  7. announcedUnits: waits while commits pause; after the commit it publishes the signal to followers
 *  8. EndingUnitOfWork: refuses work after the process has begun to end; checks this again before the commit
 *  9. observedUnits: measures the duration and reports the outcome
 *
 * In the storage, which the application does not know, in adapters/knex/database.ts:
 * 10. unitsInDirectory (embedded only): refuses without room on the disk or without the directory's lock
 * 11. SqlUnitOfWork: runs the transaction and publishes the ids that it did not use
 */

/** Steps 7 to 11. @param whenCommitted called before the followers of the signal */
export const announcedUnits = (process: UnitOfWork, signal: CommitSignal, whenCommitted?: () => void): UnitOfWork => ({
  async run(work, options) {
    const { paused } = signal;
    if (paused) await paused;
    const result = await process.run(work, options);
    whenCommitted?.();
    signal.announce();
    return result;
  },
});

/** Steps 8 to 11. @param milliseconds a monotonic clock */
export const processUnits = (storage: UnitOfWork, observer: Observer, milliseconds: () => number): EndingUnitOfWork =>
  new EndingUnitOfWork(observedUnits(storage, observer, milliseconds));

/** Steps 9 to 11: units of work that report their outcomes to an observer. @param milliseconds a monotonic clock */
export const observedUnits = (storage: UnitOfWork, observer: Observer, milliseconds: () => number): UnitOfWork => ({
  async run(work, options) {
    const began = milliseconds();
    const report = (outcome: UnitOutcome): void => observer.unitOfWorkEnded?.(outcome, milliseconds() - began);
    try {
      const result = await storage.run(work, options);
      report('done');
      return result;
    } catch (error) {
      if (error instanceof OutdatedRead) observer.retried?.('outdated');
      else report(outcomeOf(error));
      throw error;
    }
  },
});

function outcomeOf(error: unknown): UnitOutcome {
  if (error instanceof UndoneWork) return 'tried';
  if (error instanceof IpamError) return 'refused';
  return error instanceof StorageError ? error.failure : 'defect';
}
