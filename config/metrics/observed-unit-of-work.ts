import type { Observer, UnitOutcome } from '../../application/ports/observer.js';
import { StorageError } from '../../application/ports/storage-error.js';
import { type Repositories, UndoneWork, type UnitOfWork, type UnitTerms } from '../../application/ports/unit-of-work.js';
import { OutdatedRead } from '../../application/unit-of-work/optimistic-retry.js';
import { IpamError } from '../../domain/errors.js';

/** Whether an observer wants to know of them. */
export const isObserved = ({ unitOfWorkEnded, retried }: Observer): boolean => (unitOfWorkEnded ?? retried) !== undefined;

/** Tells an observer what becomes of units of work. */
export class ObservedUnitOfWork implements UnitOfWork {
  readonly #observed: UnitOfWork;
  readonly #observer: Observer;

  constructor(observed: UnitOfWork, observer: Observer) {
    this.#observed = observed;
    this.#observer = observer;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>, terms?: UnitTerms): Promise<T> {
    const began = performance.now();
    const tell = (outcome: UnitOutcome): void => this.#observer.unitOfWorkEnded?.(outcome, performance.now() - began);
    try {
      const result = await this.#observed.run(work, terms);
      tell('done');
      return result;
    } catch (error) {
      if (error instanceof OutdatedRead) this.#observer.retried?.('outdated');
      else tell(outcomeOf(error));
      throw error;
    }
  }
}

function outcomeOf(error: unknown): UnitOutcome {
  if (error instanceof UndoneWork) return 'tried';
  if (error instanceof IpamError) return 'refused';
  return error instanceof StorageError ? error.trouble : 'defect';
}
