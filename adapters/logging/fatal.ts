import { writeSync } from 'node:fs';
import { writableFacts } from './facts.js';
import { textLine } from './text-lines.js';

/** Writes a fatal entry to standard error synchronously, for processes without a working log. It does not load pino. */
export function logFatal(message: string, facts: Readonly<Record<string, unknown>>, isText: boolean): void {
  const entry = JSON.stringify({ level: 'fatal', time: new Date().toISOString(), ...writableFacts(facts), message });
  try {
    writeSync(2, isText ? textLine(entry, false) : `${entry}\n`);
  } catch {} // standard error is closed
}
