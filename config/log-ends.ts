import type { ProcessLog } from '../adapters/logging/index.js';

const logs: Pick<ProcessLog, 'settle'>[] = [];

export function endWithProcess(log: ProcessLog): void {
  logs.push(log);
  process.once('exit', () => log.end());
}

/** Waits up to 500 ms until all logs are written: a socket may not accept all lines at once. */
export const settleLogs = async (): Promise<void> => void (await Promise.all(logs.map((log) => log.settle())));
