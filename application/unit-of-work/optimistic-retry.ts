/** A value read before its row was locked has changed: the unit of work must be retried. */
export class OutdatedRead extends Error {
  override readonly name = 'OutdatedRead';
}

/** More tries indicate an error instead of contention. */
const maxTries = 50;

/**
 * Retries a unit of work until its reads are up to date. Each try is a unit of work of its own and releases its locks: a retry
 * within one would lock rows outside of the common lock order.
 */
export async function retryWhileOutdated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof OutdatedRead) || tries === maxTries) throw error;
    }
  }
}
