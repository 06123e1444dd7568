import type { ProcessLog } from '../adapters/logging/index.js';

const logs: Pick<ProcessLog, 'settle'>[] = [];

/** Has what a log writes in the end written when the process ends. */
export function endWithProcess(log: ProcessLog): void {
  logs.push(log);
  process.once('exit', () => log.end());
}

/** Waits for a moment until what the logs of this process have written has gone: a socket does not take all at once. */
export const settleLogs = async (): Promise<void> => void (await Promise.all(logs.map((log) => log.settle())));
