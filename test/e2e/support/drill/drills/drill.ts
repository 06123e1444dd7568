import type { Stage } from '../machines/stage.js';

/** A failure or a task of operation, under the load of clients. */
export interface Drill {
  /** Name on the command line. */
  readonly name: string;
  /** Its row in the table. */
  readonly title: string;
  /** Replication without waiting for a standby: what is lost is counted, and no failure of the drill. */
  readonly isAsynchronous?: boolean;
  /** Reads go to a standby, and one service runs. */
  readonly readsFromStandby?: boolean;
  /** The program that runs at its end, another one than at its beginning. */
  readonly upgradesTo?: () => string;
  /** Does it; the load goes on meanwhile. @param stage with a complete cluster */
  run(stage: Stage): Promise<void>;
}
