import type { ProcessLog } from '../adapters/logging/index.js';

const logs: Pick<ProcessLog, 'settle'>[] = [];

/** Flushes a log at the end of the process. */
export function endWithProcess(log: ProcessLog): void {
  logs.push(log);
  process.once('exit', () => log.end());
}

/** Waits up to 500 ms until all logs of this process are written, because a socket may not accept all lines at once. */
export const settleLogs = async (): Promise<void> => void (await Promise.all(logs.map((log) => log.settle())));
