import type { Observer } from '../ports/observer.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { AnnouncingUnitOfWork } from './announcing-unit-of-work.js';
import type { CommitSignal } from './commit-signal.js';
import { EndingUnitOfWork } from './ending-unit-of-work.js';
import { observedUnits } from './observed-unit-of-work.js';

/*
 * A write passes these steps from the top to the bottom; its result passes them from the bottom to the top. Steps 1 to 6 are
 * for the writes that need them: an allocation is not read before the lock (4), and a batch stores its answers itself, by
 * rememberAll, instead of by runFor (6).
 *
 * The request, in adapters/http/pipeline/steps/dispatch.ts:
 *  1. SerializedWrites: waits for the lease of the application, if it runs one write at a time
 *  2. ReadRouter: later reads of the caller use the primary until the replica has replayed the write
 *  3. IdempotentRequests: returns the stored answer of a request whose key was answered before
 *
 * The use-case:
 *  4. retryWhileOutdated: runs again if a read before the lock is outdated
 *  5. RequestBatcher: runs the requests for one record that arrive together in one unit of work
 *  6. runFor: rolls a dry run back; stores the answer of a request with a key
 *
 * The units of work of a process, composed below:
 *  7. AnnouncingUnitOfWork: waits while commits pause; after the commit it publishes the signal to followers
 *  8. EndingUnitOfWork: refuses work after the process has begun to end; checks this again before the commit
 *  9. ObservedUnitOfWork: measures the duration and reports the outcome
 *
 * The storage:
 * 10. DirectoryUnitOfWork (adapters/knex, embedded only): refuses without room on the disk or without the directory's lock
 * 11. SqlUnitOfWork (adapters/knex): runs the transaction and publishes the ids that it did not use
 */

/** Steps 7 to 11. @param whenCommitted called before the followers of the signal */
export const announcedUnits = (process: UnitOfWork, signal: CommitSignal, whenCommitted?: () => void): UnitOfWork =>
  new AnnouncingUnitOfWork(process, signal, whenCommitted);

/** Steps 8 to 11. @param milliseconds a monotonic clock */
export const processUnits = (storage: UnitOfWork, observer: Observer, milliseconds: () => number): EndingUnitOfWork =>
  new EndingUnitOfWork(observedUnits(storage, observer, milliseconds));
