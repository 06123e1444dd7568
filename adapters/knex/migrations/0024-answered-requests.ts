import type { Migration } from './migration.js';
import { createTable, requiredTexts } from './table.js';

/** Stored answers to requests with an idempotency key. */
export const answeredRequests: Migration = {
  name: 'answered-requests',
  steps: () => [
    createTable('answered_requests', (t, table) => {
      requiredTexts(t, 'caller', 'key', 'payload', 'answer');
      t.timestamp('outlived').notNullable();
      t.primary(['caller', 'key']);
      table.index('outlived');
    }),
  ],
};
