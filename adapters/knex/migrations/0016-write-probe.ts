import type { Migration } from './migration.js';
import { createTable, requiredTexts } from './table.js';

/** Where it is tried whether the database takes writes; there is a row only while that is being tried. */
export const writeProbe: Migration = {
  name: 'write-probe',
  steps: () => [createTable('write_probe', (t) => requiredTexts(t, 'filler'))],
};
