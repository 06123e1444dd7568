import type { Migration } from './migration.js';

/** The history of changes; entries outlive the objects that they tell of. */
export const changeLog: Migration = {
  name: 'change-log',
  sql: `
    create table change_log (
      id bigint generated always as identity primary key,
      object text not null,
      object_id integer not null,
      action text not null,
      differences jsonb not null,
      at timestamp(0) not null,
      user_id integer,
      by text not null,
      app_id text,
      client_address text
    );
    create index on change_log (object, object_id, id);
    create index on change_log (at);
  `,
};
