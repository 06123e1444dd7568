import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Repositories, UnitOfWork } from '../../application/ports/unit-of-work.js';
import { translateError } from './constraint-errors.js';
import { KnexSession } from './knex-session.js';
import { repositoriesIn } from './repositories.js';
import { StorageError } from './storage-error.js';

/** Work runs at most so often before a failure that another try might mend is passed on. */
const mostTries = 10;

/** Longest wait before the second try, in milliseconds; it doubles from try to try. */
const firstWait = 5;

/** Units of work as transactions, each statement seeing what is committed when it starts (read committed). */
export class KnexUnitOfWork implements UnitOfWork {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#runOnce(work);
      } catch (error) {
        if (!(error instanceof StorageError && error.isTransient) || tries === mostTries) throw error;
        await delay(Math.random() * firstWait * 2 ** (tries - 1));
      }
    }
  }

  /** What work throws is passed on as it is; what the database says to begin and commit is translated. */
  async #runOnce<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    const thrown: unknown[] = [];
    try {
      return await this.#knex.transaction(async (transaction) => {
        try {
          return await runIn(new KnexSession(transaction), work);
        } catch (error) {
          thrown.push(error);
          throw new Error('undone');
        }
      });
    } catch (error) {
      throw thrown.length > 0 ? thrown[0] : translateError(error);
    }
  }
}

/** Work that passes over a failed statement fails nevertheless: nothing of it could be kept. */
async function runIn<T>(session: KnexSession, work: (repositories: Repositories) => Promise<T>): Promise<T> {
  const result = await work(repositoriesIn(session));
  if (session.failure) throw session.failure;
  return result;
}
