import type { Migration } from './migration.js';

/** To be filled: the index of free ranges. */
export const freeRanges: Migration = {
  name: 'free-ranges',
  sql: '',
};
