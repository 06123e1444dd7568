import { holdFaults } from '../rules/holds.js';
import { logFaults } from '../rules/log.js';
import { lowestFaults } from '../rules/lowest.js';
import { noteFaults } from '../rules/notes.js';
import { originFaults } from '../rules/origins.js';
import { stateFaults } from '../rules/state.js';
import { writeFaults } from '../rules/writes.js';
import { Chronicle } from './chronicle.js';
import type { History } from './history.js';

/**
 * Judges a storm by what its clients were told and what the database holds in the end. It finds nothing where what it was not
 * told could explain what it sees.
 * @returns what cannot be, in words; nothing when all is well
 */
export function faultsIn(history: History): string[] {
  const chronicle = new Chronicle(history);
  const rules = [stateFaults, writeFaults, holdFaults, noteFaults, lowestFaults, logFaults, originFaults];
  return rules.flatMap((faults) => faults(chronicle));
}
