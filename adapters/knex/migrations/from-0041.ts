import { knex, sql } from '../sessions/sql.js';
import type { Migration } from './migration.js';
import { createTable, id, requiredTexts } from './table.js';

/** Migrations from number 41 on. */
export const from0041: readonly Migration[] = [
  /** 0041: Times of the last authentication in sessions, owners of nonces, and keys that sign requests to SAML providers. */
  {
    name: 'fresh-proofs',
    steps: () => [
      sql`alter table tokens add column proven timestamptz`,
      sql`alter table request_nonces add column owner text`,
      sql`create index request_nonces_owner_outlived_idx on request_nonces (owner, outlived) where owner is not null`,
      sql`create index request_nonces_owned_idx on request_nonces (outlived) where owner is not null`,
      sql`
      update sign_in_providers
      set provider = jsonb_set(provider, '{saml}', '{"signingKey": "", "signingCertificate": ""}'::jsonb || (provider->'saml'))
      where provider->>'type' = 'saml'`,
    ],
  },
  /** 0042: An index of the changes of each subnet with its addresses and ranges, newest last. */
  {
    name: 'changes-of-subnets',
    steps: () => [
      sql`create index change_log_subnet on change_log (subnet_id, position) where subnet_id is not null and position > 0`,
    ],
  },
  /** 0043: Formats of deliveries to webhooks. */
  {
    name: 'webhook-formats',
    steps: () => [sql`alter table webhooks add column format text not null default 'hexipam'`],
  },
  /** 0044: Saved views of the console. */
  {
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
  },
  /** 0045: Network and broadcast addresses in the reported shares. Stored counts are deleted, and computed again on request. */
  {
    name: 'usage-edges',
    steps: () => [
      sql`truncate usage_counts`,
      sql`alter table usage_counts rename column told_to to reported_to`,
      sql`alter table usage_counts rename column told to reported`,
    ],
  },
  /**
   * 0046: Subscriptions of users, queued notices, mails, and named values that the service compares with the current state, such
   * as the last crossing of a threshold. Subscriptions, notices and mails are deleted with their user.
   */
  {
    name: 'notifications',
    steps: () => [
      createTable('notification_subscriptions', (t, table) => {
        table.reference('user_id', 'users', 'cascade').notNullable();
        t.jsonb('subscription').notNullable();
        t.primary(['user_id']);
      }),
      createTable('notices', (t, table) => {
        t.specificType('id', 'bigint generated always as identity').primary();
        table.reference('user_id', 'users', 'cascade').notNullable();
        t.timestamp('at').notNullable();
        t.jsonb('notice').notNullable();
        table.index('user_id', 'id');
      }),
      createTable('mails', (t, table) => {
        t.specificType('number', 'bigint generated always as identity').primary();
        t.text('id').notNullable();
        table.reference('user_id', 'users', 'cascade').notNullable();
        t.timestamp('at').notNullable();
        t.timestamp('until');
        t.jsonb('notices').notNullable();
        t.integer('failures').notNullable().defaultTo(0);
        t.text('problem');
        table.unique('id');
        table.index('user_id');
      }),
      createTable('notification_marks', (t) => {
        t.text('name').primary();
        t.text('value').notNullable();
        t.timestamp('until');
      }),
    ],
  },
  /** 0047: Number of notices that a mail counts without listing them. */
  {
    name: 'further-notices',
    steps: () => [sql`alter table mails add column further integer not null default 0`],
  },
  /** 0048: Imports that a background job writes, their rows in chunks, and the errors of refused rows; all as JSON texts. */
  {
    name: 'imports',
    steps: () => [
      createTable('imports', (t, table) => {
        id(t);
        table.reference('user_id', 'users', 'cascade').notNullable();
        requiredTexts(t, 'state', 'created_at', 'job');
        t.text('holder');
        t.timestamp('until');
        table.index('user_id');
        table.index('state');
      }),
      createTable('import_chunks', (t, table) => {
        table.reference('import_id', 'imports', 'cascade').notNullable();
        t.integer('first').notNullable();
        requiredTexts(t, 'rows');
        t.primary(['import_id', 'first']);
      }),
      createTable('import_mistakes', (t, table) => {
        t.specificType('number', 'bigint generated always as identity').primary();
        table.reference('import_id', 'imports', 'cascade').notNullable();
        t.integer('row').notNullable();
        requiredTexts(t, 'mistake');
        table.index('import_id', 'row', 'number');
      }),
    ],
  },
  /** 0049: OAuth clients, their grants, and keys that only one interface accepts. */
  {
    name: 'oauth',
    steps: () => [
      createTable('oauth_clients', (t) => {
        t.text('id').primary();
        requiredTexts(t, 'name');
        t.jsonb('redirect_uris').notNullable();
        t.timestamp('created').notNullable();
        t.timestamp('last_granted');
      }),

      createTable('oauth_grants', (t, table) => {
        t.text('family').primary();
        t.text('client_id').notNullable();
        table.reference('user_id', 'users', 'cascade').notNullable();
        requiredTexts(t, 'client_name', 'redirect_uri', 'challenge', 'secret');
        t.jsonb('scopes').notNullable();
        t.text('key_digest');
        t.timestamp('created').notNullable();
        t.timestamp('expires').notNullable();
        table.index('user_id');
        table.index('expires');
      }),

      knex.schema.alterTable('access_keys', (t) => {
        t.text('audience');
      }),
      sql`alter table access_keys add constraint access_keys_audience_check check (audience in ('mcp'))`,
    ],
  },
  /** 0050: The time of the last change of L2 domains, and the default of their domainId. */
  {
    name: 'domains-edited',
    steps: () => [
      sql`alter table l2domains add column edit_date timestamp(0)`,
      sql`update l2domains set domain_id = 1 where domain_id is null`,
    ],
  },
  /** 0051: Sections have ids of name servers. Another text, which earlier versions accepted, moves to the description. */
  {
    name: 'resolvers-of-sections',
    steps: () => [
      sql`update sections set description = concat_ws(' ', description, '(DNS: ' || dns || ')'), dns = null
      where dns !~ '^\\d{1,10}(;\\d{1,10})*$'`,
    ],
  },
];
