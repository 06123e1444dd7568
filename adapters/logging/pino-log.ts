import { pino } from 'pino';
import type { Log, LogFacts } from '../../application/ports/environment.js';
import { writableFacts } from './facts.js';
import type { LogFormat, LogLevel } from './levels.js';
import { LogOutput } from './log-output.js';
import { standardErrorSink } from './log-sink.js';
import { textLine } from './text-lines.js';

export interface LogOptions {
  /** Minimum severity; `off` disables the log. */
  readonly level: LogLevel | 'off';
  /** JSON by default. */
  readonly format?: LogFormat;
  readonly isColoured?: boolean;
  /** Receives each line with its line end. By default, lines go to standard error without blocking. */
  readonly write?: (line: string) => void;
  readonly now?: () => Date;
}

export interface ProcessLog extends Log {
  /** Writes buffered lines, and waits up to 500 ms for the sink. Call it before `end` if possible. */
  settle(): Promise<void>;
  /** Writes buffered lines; call it at process exit. */
  end(): void;
}

/** Formats the timestamp member. Within the same second, only the milliseconds are formatted. */
function timestamps(now: () => Date): () => string {
  let [second, head] = [Number.NaN, ''];
  return () => {
    const time = now();
    const milliseconds = time.getUTCMilliseconds();
    const started = time.getTime() - milliseconds;
    if (started !== second) [second, head] = [started, `,"time":"${time.toISOString().slice(0, -4)}`];
    return `${head}${String(milliseconds).padStart(3, '0')}Z"`;
  };
}

/** Levels written immediately, because the process may end next. */
const urgent: ReadonlySet<LogLevel> = new Set(['fatal', 'error']);

/** Creates a log of one entry per line: level, time, facts and message. */
export function createLog({ level, format = 'json', isColoured = false, write, now = () => new Date() }: LogOptions): ProcessLog {
  const output = write ? undefined : new LogOutput(standardErrorSink(), (count) => lostLine(count, now, shaped));
  const shaped = (line: string): string => (format === 'text' ? textLine(line, isColoured) : line);
  const deliver = write ?? ((line: string) => output?.write(line));
  const logger = pino(
    {
      level: level === 'off' ? 'silent' : level,
      base: null,
      messageKey: 'message',
      timestamp: timestamps(now),
      formatters: { level: (label) => ({ level: label }) },
      serializers: {},
      hooks: {},
    },
    { write: (line: string) => deliver(shaped(line)) },
  );
  const enter =
    (entryLevel: LogLevel) =>
    (message: string, facts: LogFacts = {}): void => {
      if (!logger.isLevelEnabled(entryLevel)) return;
      logger[entryLevel](writableFacts(facts), message);
      if (urgent.has(entryLevel)) output?.flush();
    };
  const end = (): void => output?.end();
  const settle = async (): Promise<void> => output?.settle();
  return {
    fatal: enter('fatal'),
    error: enter('error'),
    warn: enter('warn'),
    info: enter('info'),
    debug: enter('debug'),
    settle,
    end,
  };
}

function lostLine(count: number, now: () => Date, shaped: (line: string) => string): string {
  const entry = { level: 'warn', time: now().toISOString(), count, message: 'log entries lost: the output was full' };
  return shaped(`${JSON.stringify(entry)}\n`);
}
