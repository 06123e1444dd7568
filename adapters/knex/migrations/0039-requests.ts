import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';
import { createTable, custom, id, requiredTexts, texts, times } from './table.js';

/** Requests for addresses and networks, with indexes by subnet, by requester, and for open requests by their end. */
export const requests: Migration = {
  name: 'requests',
  steps: () => [
    createTable('requests', (t, table) => {
      id(t);
      table.reference('subnet_id', 'subnets', 'cascade').notNullable();
      texts(t, 'state');
      t.specificType('ip_addr', 'inet');
      t.integer('count');
      t.integer('mask');
      texts(t, 'description', 'hostname', 'mac', 'owner');
      table.optional({ tag: 'tags' });
      requiredTexts(t, 'comment');
      times(t, 'until');
      texts(t, 'requester');
      t.integer('requester_id');
      times(t, 'requested_at');
      texts(t, 'admin_comment', 'decided_by');
      times(t, 'decided_at', 'held_until');
      texts(t, 'held_ids', 'results');
      times(t, 'edit_date');
      custom(t);
      table.index('subnet_id');
      table.indexWhereSet('requester_id');
    }),
    sql`create index requests_open_idx on requests (until) where state = 'open'`,
  ],
};
