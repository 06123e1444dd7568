import { setTimeout as delay } from 'node:timers/promises';
import { refusesWrites } from '../../application/ports/storage-error.js';
import { sharedForAWhile } from '../shared-for-a-while.js';

/** Probes whether the database refuses writes; false after `probeTimeout` milliseconds. The result is cached for a second. */
export const writeRefusals = (probeWrites: () => Promise<void>, probeTimeout = 1000): (() => Promise<boolean>) =>
  sharedForAWhile(async () => {
    const refused = probeWrites().then(() => false, refusesWrites);
    return Promise.race([refused, delay(probeTimeout, false, { ref: false })]);
  });
