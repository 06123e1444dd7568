/** Log levels, most severe first. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Format of entries: one JSON object per line for programs, or text for people. */
export type LogFormat = 'json' | 'text';
