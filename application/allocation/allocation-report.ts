import type { AllocatedKind, Observer } from '../ports/observer.js';
import type { Outcome } from '../unit-of-work/batch.js';

/** Reports a committed batch to an observer: the number of its requests, and of the records that they got. */
export function reportAllocations(observer: Observer, kind: AllocatedKind, outcomes: readonly Outcome<unknown>[]): void {
  observer.batchEnded?.(kind, outcomes.length);
  const counts = outcomes.map((outcome) => ('result' in outcome ? countOf(outcome.result) : 0));
  observer.allocated?.(
    kind,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

const countOf = (result: unknown): number => (Array.isArray(result) ? result.length : 1);
