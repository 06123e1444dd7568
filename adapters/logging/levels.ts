/** How grave an entry of the log is, gravest first. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** How entries are written: an object of JSON a line, for programs, or lines for people. */
export type LogFormat = 'json' | 'text';
