import { IpamError } from '../../domain/errors.js';
import type { Observer, UnitOutcome } from '../ports/observer.js';
import { StorageError } from '../ports/storage-error.js';
import { type Repositories, UndoneWork, type UnitOfWork, type UnitOfWorkOptions } from '../ports/unit-of-work.js';
import { OutdatedRead } from './optimistic-retry.js';

const isObserved = ({ unitOfWorkEnded, retried }: Observer): boolean => (unitOfWorkEnded ?? retried) !== undefined;

class ObservedUnitOfWork implements UnitOfWork {
  readonly #observed: UnitOfWork;
  readonly #observer: Observer;
  readonly #milliseconds: () => number;

  constructor(observed: UnitOfWork, observer: Observer, milliseconds: () => number) {
    this.#observed = observed;
    this.#observer = observer;
    this.#milliseconds = milliseconds;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>, options?: UnitOfWorkOptions): Promise<T> {
    const began = this.#milliseconds();
    const report = (outcome: UnitOutcome): void => this.#observer.unitOfWorkEnded?.(outcome, this.#milliseconds() - began);
    try {
      const result = await this.#observed.run(work, options);
      report('done');
      return result;
    } catch (error) {
      if (error instanceof OutdatedRead) this.#observer.retried?.('outdated');
      else report(outcomeOf(error));
      throw error;
    }
  }
}

/** Units of work that report their outcomes to an observer. @param milliseconds a monotonic clock */
export const observedUnits = (units: UnitOfWork, observer: Observer, milliseconds: () => number): UnitOfWork =>
  isObserved(observer) ? new ObservedUnitOfWork(units, observer, milliseconds) : units;

function outcomeOf(error: unknown): UnitOutcome {
  if (error instanceof UndoneWork) return 'tried';
  if (error instanceof IpamError) return 'refused';
  return error instanceof StorageError ? error.failure : 'defect';
}
