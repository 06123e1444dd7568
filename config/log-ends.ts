import type { ProcessLog } from '../adapters/logging/index.js';

const logs: Pick<ProcessLog, 'settle'>[] = [];

/** Has a log write what still waits when the process ends. */
export function endWithProcess(log: ProcessLog): void {
  logs.push(log);
  process.once('exit', () => log.end());
}

/** Waits until all lines of the logs of this process have gone, for half a second at most: a socket does not take all at once. */
export const settleLogs = async (): Promise<void> => void (await Promise.all(logs.map((log) => log.settle())));
