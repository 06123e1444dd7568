import type { Migration } from './migration.js';
import { createTable, requiredTexts } from './table.js';

/** The table of the write probe. It contains a row only during a probe. */
export const writeProbe: Migration = {
  name: 'write-probe',
  steps: () => [createTable('write_probe', (t) => requiredTexts(t, 'filler'))],
};
