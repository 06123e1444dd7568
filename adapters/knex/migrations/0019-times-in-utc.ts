import type { Knex } from 'knex';
import { knex, type Query, sql } from '../sessions/query.js';
import type { Migration } from './migration.js';

/** Columns with times of the service, by table. */
const columnsByTable: Readonly<Record<string, readonly string[]>> = {
  users: ['edit_date', 'last_login', 'last_activity'],
  vlans: ['edit_date'],
  vrfs: ['edit_date'],
  devices: ['edit_date'],
  nameservers: ['edit_date'],
  scan_agents: ['last_access'],
  sections: ['edit_date'],
  subnets: ['edit_date', 'last_scan', 'last_discovery'],
  addresses: ['last_seen', 'edit_date'],
  change_log: ['at'],
};

const inUtc = (column: string): Knex.Raw => sql`in_utc(${knex.ref(column)})`;

/** Skips rows whose times do not change by the conversion to UTC. For a service in UTC, these are all rows. */
const updates = (): Query[] =>
  Object.entries(columnsByTable).map(([table, columns]) => {
    const update = knex(table).update(Object.fromEntries(columns.map((column) => [column, inUtc(column)])));
    return columns.reduce((query, column) => query.orWhere(column, '<>', inUtc(column)), update);
  });

/**
 * Converts times from the service's time zone to UTC. A time that occurs twice, when clocks are set back, counts as the later
 * instant. Placeholders are unchanged: "never seen", and times of the years 1 and 9999.
 */
export const timesInUtc: Migration = {
  name: 'times-in-utc',
  inZoneOfService: true,
  steps: () => [
    sql`
      create function in_utc(given timestamp) returns timestamp stable language sql as $utc$
        select case when given = '1970-01-01 00:00:01' or extract(year from given) in (1, 9999) then given
          else given::timestamptz at time zone 'UTC' end
      $utc$`,
    sql`
      create function in_utc(given text) returns text stable language sql as $utc$
        select coalesce(to_char(in_utc(nullif(given, '')::timestamp), 'YYYY-MM-DD HH24:MI:SS'), '')
      $utc$`,
    sql`
      create function times_in_utc(line text) returns text stable language sql as $utc$
        select coalesce((
          select '[lastSeen]: ' || in_utc(part[1]) || ' => ' || in_utc(part[2])
          from regexp_match(line, '^\\[lastSeen\\]: ([-0-9]{10} [:0-9]{8}|) => ([-0-9]{10} [:0-9]{8}|)$') part
          where part is not null
        ), line)
      $utc$`,
    ...updates(),
    sql`
      update change_log set differences =
        (select jsonb_agg(times_in_utc(line) order by place) from jsonb_array_elements_text(differences) with ordinality given(line, place))
      where object = 'address'
        and exists (select 1 from jsonb_array_elements_text(differences) line where line like '[lastSeen]: %' and times_in_utc(line) <> line)`,
    sql`drop function times_in_utc(text)`,
    sql`drop function in_utc(text)`,
    sql`drop function in_utc(timestamp)`,
  ],
};
