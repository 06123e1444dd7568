import type { Migration } from './migration.js';

/**
 * Attempts to sign in by client network and by user name (what was counted so far is not worth keeping), the clients that
 * users sign in from, and whose turn it is to write in applications whose writes follow each other.
 */
export const accessHardening: Migration = {
  name: 'access-hardening',
  sql: `
    drop table sign_in_failures;

    create table sign_in_attempts (
      key text primary key,
      failures integer not null,
      last_failure timestamptz not null,
      pending integer not null,
      last_begun timestamptz not null,
      outlived timestamptz not null
    );
    create index on sign_in_attempts (outlived);

    create table sign_in_origins (
      user_id integer not null references users on delete cascade,
      client text not null,
      last timestamptz not null,
      primary key (user_id, client)
    );

    create table app_leases (
      app_id text primary key,
      holder text,
      until timestamptz not null,
      next text,
      next_until timestamptz
    );
  `,
};
