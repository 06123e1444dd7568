import { createLog, type LogLevel } from '../adapters/logging/index.js';
import type { Log } from '../application/ports/environment.js';
import { endWithProcess } from './log-ends.js';
import type { ServiceConfiguration } from './settings/settings.js';

export function processLog({ logLevel, logFormat }: Pick<ServiceConfiguration, 'logLevel' | 'logFormat'>): Log {
  const { isTTY } = process.stderr;
  const format = logFormat === 'auto' ? (isTTY ? 'text' : 'json') : logFormat;
  const log = createLog({ level: logLevel, format, isColoured: isTTY && process.stderr.hasColors() });
  endWithProcess(log);
  return log;
}

export const logsInfo = (level: LogLevel | 'off'): boolean => level === 'info' || level === 'debug';
