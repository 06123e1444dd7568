import { createLog, type LogLevel, type ProcessLog } from '../adapters/logging/index.js';
import type { Log } from '../application/ports/environment.js';
import type { ServiceConfiguration } from './settings/settings.js';

export function processLog({ logLevel, logFormat }: Pick<ServiceConfiguration, 'logLevel' | 'logFormat'>): Log {
  const { isTTY } = process.stderr;
  const format = logFormat === 'auto' ? (isTTY ? 'text' : 'json') : logFormat;
  const log = createLog({ level: logLevel, format, isColoured: isTTY && process.stderr.hasColors() });
  logs.push(log);
  process.once('exit', () => log.end());
  return log;
}

export const logsInfo = (level: LogLevel | 'off'): boolean => level === 'info' || level === 'debug';

const logs: Pick<ProcessLog, 'settle'>[] = [];

/** Waits up to 500 ms until all logs are written: a socket may not accept all lines at once. */
export const settleLogs = async (): Promise<void> => void (await Promise.all(logs.map((log) => log.settle())));
