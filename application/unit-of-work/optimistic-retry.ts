/** A value read before locking its row has changed. The unit of work must be retried. */
export class OutdatedRead extends Error {
  override readonly name = 'OutdatedRead';
}

/** Maximum number of attempts. More mean a defect instead of contention. */
const maxTries = 50;

/** Repeats a unit of work until its reads are current. A retry within the same one would violate the lock order. */
export async function retryWhileOutdated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof OutdatedRead) || tries === maxTries) throw error;
    }
  }
}
