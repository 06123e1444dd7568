import type { ArchivedTable } from '../../../application/ports/archive.js';
import { quoted } from '../names.js';
import type { Session } from '../sessions/session.js';
import { sql } from '../sessions/sql.js';
import type { TypedColumn } from './bulk-insert.js';

/** Tables that are not archived: derived and short-lived data, and the database's own. */
const leftOut = [
  ...['schema_migrations', 'write_probe', 'app_leases', 'rate_counts', 'export_kept'],
  ...['free_addresses', 'free_blocks', 'usage_changes', 'usage_counts'],
];

/** Columns with the state of the derived tables. */
const leftOutColumns = ['free_addresses_known', 'free_blocks_known'];

export interface StoredTable extends ArchivedTable {
  readonly typed: readonly TypedColumn[];
  readonly key: readonly string[];
  readonly numbered: string | null;
}

export async function storedTables(session: Session): Promise<StoredTable[]> {
  const rows = await session.rows<{ name: string; typed: TypedColumn[]; key: string[]; numbered: string | null }>(sql`
    select c.relname as name,
      (select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
          and attname <> all (${leftOutColumns}::text[])) as typed,
      (select jsonb_agg(a.attname order by k.place) from pg_index i, unnest(i.indkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number where i.indrelid = c.oid and i.indisprimary) as key,
      (select attname from pg_attribute where attrelid = c.oid and attidentity <> '') as numbered
    from pg_class c where c.relkind = 'r' and c.relnamespace = to_regnamespace(current_schema)
      and c.relname <> all (${leftOut}::text[]) order by c.relname collate "C"`);
  return rows.map(({ typed, ...table }) => ({ ...table, typed, columns: typed.map(({ name }) => name) }));
}

/** A sort expression that does not depend on the locale. */
export function ordered({ typed }: StoredTable, name: string): string {
  const type = typed.find((column) => column.name === name)?.type;
  return type === 'text' ? `${quoted(name)} collate "C"` : quoted(name);
}
