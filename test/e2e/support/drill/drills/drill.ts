import type { Stage } from '../machines/stage.js';

/** A failure or an operator task under client load. */
export interface Drill {
  /** Name on the command line. */
  readonly name: string;
  /** Label of its row in the result table. */
  readonly title: string;
  /** Replication is asynchronous. Lost writes are counted but do not fail the drill. */
  readonly isAsynchronous?: boolean;
  /** Only one service runs, and it reads from a standby. */
  readonly readsFromStandby?: boolean;
  /** Makes the program that runs after the upgrade. @returns its path */
  readonly upgradesTo?: () => string;
  /** Runs the drill. The load continues meanwhile. @param stage with a healthy cluster */
  run(stage: Stage): Promise<void>;
}
