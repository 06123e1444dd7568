/** A value read before locking its row has changed. The unit of work must be retried. */
export class OutdatedRead extends Error {
  override readonly name = 'OutdatedRead';
}

/** Maximum number of attempts. More mean a defect instead of contention. */
const maxTries = 50;

/**
 * Retries a unit of work until its reads are current.
 * Each attempt is a separate unit of work and releases its locks: a retry within one would violate the lock order.
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
