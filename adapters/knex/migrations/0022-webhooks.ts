import type { Migration } from './migration.js';
import { createTable, flags, requiredTexts, texts } from './table.js';

/** Webhooks, the latest delivery attempts, and refused deliveries. */
export const webhooks: Migration = {
  name: 'webhooks',
  steps: () => [
    createTable('webhooks', (t) => {
      t.text('name').primary();
      requiredTexts(t, 'url', 'secret', 'comment');
      t.jsonb('kinds').notNullable();
      t.jsonb('sections').notNullable();
      flags(t, 'disabled');
    }),
    createTable('webhook_deliveries', (t, table) => {
      t.specificType('id', 'bigint generated always as identity').primary();
      t.text('webhook').notNullable().references('name').inTable('webhooks').onDelete('cascade');
      t.timestamp('at', { useTz: false, precision: 0 }).notNullable();
      t.integer('events').notNullable();
      requiredTexts(t, 'first_event');
      t.integer('status');
      texts(t, 'problem');
      t.integer('milliseconds').notNullable();
      table.index('webhook', 'id');
    }),
    createTable('webhook_dead_letters', (t, table) => {
      t.specificType('id', 'bigint generated always as identity').primary();
      t.text('webhook').notNullable().references('name').inTable('webhooks').onDelete('cascade');
      t.jsonb('event').notNullable();
      table.index('webhook', 'id');
    }),
  ],
};
