import { sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Formats of deliveries to webhooks. */
export const webhookFormats: Migration = {
  name: 'webhook-formats',
  steps: () => [sql`alter table webhooks add column format text not null default 'hexipam'`],
};
