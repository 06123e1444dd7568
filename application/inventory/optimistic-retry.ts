/** What was read before its row was held had changed by then: the unit of work has to begin anew. */
export class StaleRead extends Error {
  override readonly name = 'StaleRead';
}

/** More tries than this mean that something is wrong beside bad luck. */
const maxTries = 50;

/**
 * Runs a unit of work until what it read stays as it was. Each try ends its unit of work, so that it holds nothing while it
 * waits for its turn: to go on within would hold rows in another order than everybody else.
 */
export async function untilSteady<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StaleRead) || tries === maxTries) throw error;
    }
  }
}
