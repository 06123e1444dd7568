import type { Migration } from './migration.js';

/** Whether a user may write what belongs to no section. */
export const inventoryRight: Migration = {
  name: 'inventory-right',
  sql: `
    alter table users add column inventory text not null default 'read' check (inventory in ('read', 'write'));
  `,
};
