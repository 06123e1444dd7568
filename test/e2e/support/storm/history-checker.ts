import { Chronicle } from './chronicle.js';
import type { History } from './history.js';
import { originFaults } from './origin-rules.js';
import { stateFaults } from './state-rules.js';
import { writeFaults } from './write-rules.js';

/**
 * Judges a storm by what its clients were told and what the database holds in the end. It finds nothing where what it was not
 * told could explain what it sees.
 * @returns what cannot be, in words; nothing when all is well
 */
export function faultsIn(history: History): string[] {
  const chronicle = new Chronicle(history);
  return [...stateFaults(chronicle), ...writeFaults(chronicle), ...originFaults(chronicle)];
}
