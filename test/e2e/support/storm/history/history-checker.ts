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
 * Checks the answers of a storm and the final state of the database.
 * It reports no fault that an unknown outcome could explain.
 * @returns descriptions of the faults; empty for a correct history
 */
export function faultsIn(history: History): string[] {
  const chronicle = new Chronicle(history);
  const rules = [stateFaults, writeFaults, holdFaults, noteFaults, lowestFaults, logFaults, originFaults];
  return rules.flatMap((faults) => faults(chronicle));
}
