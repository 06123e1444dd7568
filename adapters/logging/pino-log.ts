import { pino } from 'pino';
import type { Log, LogFacts } from '../../application/ports/environment.js';
import { writableFacts } from './facts.js';
import type { LogFormat, LogLevel } from './levels.js';
import { LogOutput } from './log-output.js';
import { standardErrorSink } from './log-sink.js';
import { textLine } from './text-lines.js';

/** Where log entries go and which. */
export interface LogOptions {
  /** Entries less grave than this are dropped; with `off` all are. */
  readonly level: LogLevel | 'off';
  /** JSON when not given. */
  readonly format?: LogFormat;
  /** Whether text has colours. */
  readonly isColoured?: boolean;
  /** Takes one line with its line end; standard error when not given, which nobody waits for. */
  readonly write?: (line: string) => void;
  readonly now?: () => Date;
}

/** A log, and how to bring it to its end. */
export interface ProcessLog extends Log {
  /** Writes what waits, and waits until it has gone, for half a second at most. To be called before `end`, where that is possible. */
  settle(): Promise<void>;
  /** Writes what waits; to be called when the process ends. */
  end(): void;
}

/** The member that tells when an entry was made: of entries within a second only the milliseconds are written anew. */
function timestamps(now: () => Date): () => string {
  let [second, head] = [Number.NaN, ''];
  return () => {
    const time = now();
    const milliseconds = time.getUTCMilliseconds();
    const begun = time.getTime() - milliseconds;
    if (begun !== second) [second, head] = [begun, `,"time":"${time.toISOString().slice(0, -4)}`];
    return `${head}${String(milliseconds).padStart(3, '0')}Z"`;
  };
}

/** Levels at which lines are written at once: what comes next may be the end of the process. */
const urgent: ReadonlySet<LogLevel> = new Set(['fatal', 'error']);

/** A log that writes an entry a line: its level, time, facts and message. */
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
  const entry = { level: 'warn', time: now().toISOString(), count, message: 'entries of the log were lost: nobody took them' };
  return shaped(`${JSON.stringify(entry)}\n`);
}
