import type { PGlite } from '@electric-sql/pglite';
import { reasonOf } from '../storage-error.js';
import { DatabaseLost } from './data-directory.js';

/** The status of what PostgreSQL throws to come back to its loop over messages, after a mistake in a statement. */
const backToLoop = 100;

/**
 * Has PostgreSQL end when something else is thrown within it: its stack or its memory is at an end, or it has run into its own
 * mistake. PGlite passes over that, and goes on with a memory that nobody can trust.
 * @param lose says that the database can go on no more
 */
export function endOnBreakdown(pglite: Pick<PGlite, 'Module'>, lose: (reason: string, cause: unknown) => DatabaseLost): void {
  const { Module: postgres } = pglite;
  const runOnce = postgres._PostgresMainLoopOnce;
  let failure: DatabaseLost | undefined;
  postgres._PostgresMainLoopOnce = () => {
    if (failure) throw failure;
    try {
      runOnce();
    } catch (error) {
      if (error instanceof DatabaseLost) failure = error;
      else if (comesBackToLoop(error)) throw error;
      else failure = lose(`PostgreSQL broke down: ${reasonOf(error)}`, error);
      throw failure;
    }
  };
}

const comesBackToLoop = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === backToLoop;
