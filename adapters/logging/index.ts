/** The log: entries made by pino, on their way to standard error without anybody waiting for it. */
export { type LogFormat, type LogLevel, logLevels } from './levels.js';
export { createLog, type LogOptions, type ProcessLog } from './pino-log.js';
