import type { Knex } from 'knex';
import { foldCharacter } from '../../../domain/listing/text-match.js';
import { knex, type Query, sql } from '../sessions/sql.js';
import type { Migration } from './migration.js';
import { createTable, flags, requiredTexts, type Table } from './table.js';

function gaps(t: Knex.CreateTableBuilder, table: Table): void {
  table.reference('subnet_id', 'subnets', 'cascade').notNullable();
  t.specificType('first', 'inet').notNullable();
  t.specificType('last', 'inet').notNullable();
  t.primary(['subnet_id', 'last']);
}

/** All non-ASCII characters that fold to another one, except surrogates. */
const folded = Array.from({ length: 0x1ffff }, (_, code) => code)
  .filter((code) => code > 0x7f && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => foldCharacter(character) !== character);

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

/** Migrations from number 11 on. */
export const from0011: readonly Migration[] = [
  /**
   * 0011: The stored gaps of free space, derived from other tables. Each subnet has the gaps between its used addresses and the
   * gaps between its child networks. The gaps between addresses span the whole address space of a family, so that they do not
   * depend on the network. A subnet gets rows at the first request for its free space. Flags state which rows exist. The key is
   * the upper end of a gap, so that an allocation at the lower end updates the row in place. largest is the prefix length of the
   * largest aligned block in a gap. A search for the lowest gap with space reads one key for each length, and takes the lowest of
   * these.
   */
  {
    name: 'free-ranges',
    steps: () => [
      knex.schema.alterTable('subnets', (t) => flags(t, 'free_addresses_known', 'free_blocks_known')),

      createTable('free_addresses', (t, table) => gaps(t, table)),
      createTable('free_blocks', (t, table) => {
        gaps(t, table);
        t.smallint('largest').notNullable();
        table.index('subnet_id', 'largest', 'last');
      }),

      sql`alter table free_addresses set (fillfactor = 90)`,
      sql`alter table free_addresses alter column subnet_id set (n_distinct = -0.1)`,
      sql`alter table free_blocks alter column subnet_id set (n_distinct = -0.1)`,
    ],
  },
  /**
   * 0012: Replaces the indexes of hostnames by one index for all queries. The new index returns prefix matches in order, so the
   * planner has no alternative. Each insert maintains one index less.
   */
  {
    name: 'hostname-order',
    steps: () => [
      knex.schema.alterTable('addresses', (t) => {
        const predicate = knex.whereNotNull('hostname_key');
        t.index(['hostname_key', 'hostname', 'ip', 'id'], 'addresses_by_hostname', { predicate });
        t.dropIndex([], 'addresses_hostname_key_idx');
        t.dropIndex([], 'addresses_hostname_ip_id_idx');
      }),
    ],
  },
  /** 0013: A client's failed sign-ins by user name. A successful sign-in resets only the failures under its own name. */
  {
    name: 'failures-by-name',
    steps: () => [
      knex.schema.alterTable('sign_in_attempts', (t) => {
        t.jsonb('failures_by_name').notNullable().defaultTo('{}');
      }),
    ],
  },
  /** 0014: Makes the IP address of a device an unchecked text, which is often a host name. */
  {
    name: 'device-names',
    steps: () => [sql`alter table devices alter column ip type text using host(ip)`],
  },
  /**
   * 0015: Replaces codes that applications send in clear text by digests; codes that decrypt requests are unchanged.
   * Authentication of encrypted requests can be required, and nonces are stored.
   */
  {
    name: 'code-digests',
    steps: () => [
      knex.schema.alterTable('apps', (t) => {
        t.text('code_digest');
        flags(t, 'crypt_strict');
      }),
      sql`
      update apps set code_digest = encode(sha256(convert_to(code, 'UTF8')), 'hex'), code = null
      where security <> 'crypt' and code is not null`,

      createTable('request_nonces', (t, table) => {
        t.text('digest').primary();
        t.timestamp('outlived').notNullable();
        table.index('outlived');
      }),
    ],
  },
  /** 0016: The table of the write probe. It contains a row only during a probe. */
  {
    name: 'write-probe',
    steps: () => [createTable('write_probe', (t) => requiredTexts(t, 'filler'))],
  },
  /**
   * 0017: Folds case as the service does. The result of lower() depends on the locale of the database. ASCII texts, the most
   * frequent ones, have a fast path.
   */
  {
    name: 'case-folding',
    steps: () => [
      knex.raw(`
    create function fold_case(given text) returns text immutable strict parallel safe language sql as $fold$
      select case when octet_length(given) = char_length(given) then lower(given collate "C")
        else translate(lower(given collate "C"), '${folded.join('')}', '${folded.map(foldCharacter).join('')}') end
    $fold$`),
    ],
  },
  /** 0018: Indexes for case-insensitive lookups by custom fields of subnets and addresses. */
  {
    name: 'folded-values',
    steps: () =>
      ['subnets', 'addresses'].map(
        (table) => sql`
        create index ${knex.ref(`${table}_folded_idx`)} on ${knex.ref(table)}
        using gin ((fold_case(custom::text)::jsonb) jsonb_path_ops) where custom <> '{}'`,
      ),
  },
  /**
   * 0019: Converts times from the service's time zone to UTC. A time that occurs twice, when clocks are set back, counts as the
   * later instant. Placeholders are unchanged: "never seen", and times of the years 1 and 9999.
   */
  {
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
  },
];
