import { StorageError } from '../../../application/ports/storage-error.js';
import { UndoneWork } from '../../../application/ports/unit-of-work.js';
import type { Answer } from '../connection/statement.js';
import { translateError } from '../constraint-errors.js';
import { ConnectionFailure, DatabaseFailure } from '../storage-error.js';

/** What work gave or threw. */
export type Done<T> = { readonly result: T } | { readonly thrown: unknown };

/** What it means that a commit was not answered as it should be. @param failure the first one of the transaction, if any */
export function failureOfCommit(answered: PromiseSettledResult<Answer>, failure: Error | undefined): Error {
  if (failure && !(failure instanceof ConnectionFailure)) return failure; // it undid the work
  if (answered.status === 'fulfilled') return new DatabaseFailure('the database undid the work', undefined, 'unavailable');
  if (!(answered.reason instanceof ConnectionFailure)) return translateError(answered.reason);
  return new DatabaseFailure(
    'whether the work was kept is unknown: no answer to its commit came',
    answered.reason,
    'outcomeUnknown',
  );
}

/** Whether it only tells that another statement of the transaction has failed. */
export const isConsequence = (failure: Error): boolean => failure instanceof DatabaseFailure && failure.code === '25P02';

/**
 * Of several failures of the storage the first one is the cause; the others tell of a transaction that was lost already. Work
 * that is to be undone is told of statements that failed behind its back.
 */
export function throwFirst<T>(failure: Error | undefined, done: Done<T>): asserts done is { readonly result: T } {
  if ('thrown' in done) throw failure && isLesser(done.thrown) ? failure : done.thrown;
  if (failure) throw failure;
}

const isLesser = (thrown: unknown): boolean => thrown instanceof StorageError || thrown instanceof UndoneWork;
