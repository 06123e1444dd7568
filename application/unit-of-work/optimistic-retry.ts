/** What was read before its row was held had changed by then: the unit of work has to begin anew. */
export class OutdatedRead extends Error {
  override readonly name = 'OutdatedRead';
}

/** More tries than this mean that something is wrong beside bad luck. */
const maxTries = 50;

/**
 * Runs a unit of work until what it read stays as it was. Each try ends its unit of work, so that it holds nothing while it
 * waits for its turn: to go on within would hold rows in another order than everybody else.
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
