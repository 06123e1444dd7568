import type { Migration } from './migration.js';
import { createTable, id, requiredTexts } from './table.js';

/** Saved views of the console. */
export const savedViews: Migration = {
  name: 'saved-views',
  steps: () => [
    createTable('saved_views', (t, table) => {
      id(t);
      table.reference('user_id', 'users', 'cascade').notNullable();
      requiredTexts(t, 'name', 'path');
      t.boolean('shared').notNullable();
      table.index('user_id');
    }),
  ],
};
