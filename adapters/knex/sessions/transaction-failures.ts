import { StorageError } from '../../../application/ports/storage-error.js';
import { UndoneWork } from '../../../application/ports/unit-of-work.js';
import type { Answer } from '../connection/statement.js';
import { translateError } from '../constraint-errors.js';
import { ConnectionFailure, DatabaseFailure } from '../storage-error.js';

export type Done<T> = { readonly result: T } | { readonly thrown: unknown };

/** Maps a commit without the expected answer to an error. @param failure the first failure of the transaction */
export function failureOfCommit(answered: PromiseSettledResult<Answer>, failure: Error | undefined): Error {
  if (failure && !(failure instanceof ConnectionFailure)) return failure; // the failure rolled the work back
  if (answered.status === 'fulfilled') return new DatabaseFailure('the transaction was rolled back', undefined, 'unavailable');
  if (!(answered.reason instanceof ConnectionFailure)) return translateError(answered.reason);
  return new DatabaseFailure(
    'it is unknown whether the changes were stored: the commit got no answer',
    answered.reason,
    'outcomeUnknown',
  );
}

/** The failure of a commit whose wait for a standby was cancelled. A failover may undo it. */
export const unreplicated = (): DatabaseFailure =>
  new DatabaseFailure(
    'it is unknown whether the changes were stored: no standby has confirmed the commit',
    undefined,
    'outcomeUnknown',
  );

/** Whether the error only reports an earlier failure of the transaction. */
export const isConsequence = (failure: Error): boolean => failure instanceof DatabaseFailure && failure.code === '25P02';

/**
 * Throws the first storage failure, because later ones follow from it. If the work requested a rollback after a failed statement,
 * throws the failure of the statement.
 */
export function throwFirst<T>(failure: Error | undefined, done: Done<T>): asserts done is { readonly result: T } {
  if ('thrown' in done) throw failure && isLesser(done.thrown) ? failure : done.thrown;
  if (failure) throw failure;
}

const isLesser = (thrown: unknown): boolean => thrown instanceof StorageError || thrown instanceof UndoneWork;
