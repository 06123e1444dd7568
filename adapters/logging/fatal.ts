import { writeSync } from 'node:fs';
import { writableFacts } from './facts.js';
import { textLine } from './text-lines.js';

/**
 * Writes an entry of level fatal on standard error when there is no log, or nobody knows whether one still works: at once, and
 * without what makes logs, so that who has nothing to say pays nothing for it.
 */
export function logFatal(message: string, facts: Readonly<Record<string, unknown>>, isText: boolean): void {
  const entry = JSON.stringify({ level: 'fatal', time: new Date().toISOString(), ...writableFacts(facts), message });
  try {
    writeSync(2, isText ? textLine(entry, false) : `${entry}\n`);
  } catch {} // nobody takes it
}
