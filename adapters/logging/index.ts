/** The log: pino entries, written to standard error without blocking. */
export { type LogFormat, type LogLevel, logLevels } from './levels.js';
export { createLog, type LogOptions, type ProcessLog } from './pino-log.js';
